/** Links to one file for whoever has no key: made for a key, shown to be copied, ended. */
import { useState } from 'preact/hooks';
import { useGames } from '../cards/outline.ts';
import { Action } from '../elements/action.tsx';
import { FormDialog, SecretDialog } from '../elements/dialog.tsx';
import { moment } from '../elements/format.ts';
import { SERVICE } from '../service/root.ts';
import { call } from '../service/service.ts';
import type { KeyRecord, MadeLink } from './records.ts';

/** Files of a game by the beginning and the end of their names. */
const FILES = [
  ['card_prices', 'usd.csv', 'prices of cards in USD, CSV'],
  ['card_prices', 'eur.csv', 'prices of cards in EUR, CSV'],
  ['product_prices', 'usd.csv', 'prices of products in USD, CSV'],
  ['product_prices', 'eur.csv', 'prices of products in EUR, CSV'],
  ['cards', 'ndjson', 'cards, NDJSON'],
  ['products', 'ndjson', 'products, NDJSON'],
] as const;
const DAY_MS = 86_400_000;

export function ShareFile({ record: { id, name }, onClose }: { record: KeyRecord; onClose: () => void }) {
  const games = useGames();
  const [chosen, choose] = useState('');
  const [made, setMade] = useState<MadeLink>();
  const file = chosen || `card_prices.${games[0]?.name}.usd.csv`;
  const path = `/admin/keys/${encodeURIComponent(id)}/links`;
  const submit = async (values: FormData) => {
    const expires_at = new Date(Date.now() + Number(values.get('days')) * DAY_MS).toISOString();
    setMade(await call<MadeLink>('POST', path, { body: { file, expires_at } }));
  };
  const end = async () => {
    await call('POST', `${path}/end`, { body: { file } });
    onClose();
  };
  if (made) {
    return (
      <SecretDialog title="The link" kind="link" secret={`${SERVICE}${made.path}`} onClose={onClose}>
        <p>
          It works until {moment(made.expires_at)}, or until “{name}” is revoked. Each use counts for “{name}”, under{' '}
          <code>/s/:token/:name</code>.
        </p>
      </SecretDialog>
    );
  }
  return (
    <FormDialog title="Share a file" submitLabel="Make the link" onClose={onClose} submit={submit}>
      <p>Whoever has the link reads this one file, always the newest, and needs no key.</p>
      <label class="field">
        File
        <select value={file} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {games.map(({ name: game, title }) =>
            FILES.map(([kind, form, words]) => (
              <option value={`${kind}.${game}.${form}`} key={`${game} ${words}`}>
                {title}: {words}
              </option>
            )),
          )}
          <option value="events.atom">Newest events, as a feed</option>
        </select>
      </label>
      <label class="field">
        Valid for
        <select name="days">
          <option value="30">30 days</option>
          <option value="90">90 days</option>
          <option value="365">a year</option>
        </select>
      </label>
      <p>
        Links made before:{' '}
        <Action act={end} isDanger question={`Every link of “${name}” to ${file} ends.`}>
          End them
        </Action>
      </p>
    </FormDialog>
  );
}
