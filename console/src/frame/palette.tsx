/** Ctrl-K: a card, page or action by a few letters of it. `?`: the keys of the console. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../elements/dialog.tsx';
import { walk } from '../elements/walk.ts';
import { useLoad, usePaused } from '../service/load.ts';
import { BELOW } from '../service/root.ts';
import { client } from '../service/service.ts';
import { may, useSession } from '../service/session.tsx';
import { turnTheme } from './frame.tsx';
import { go, inLanguage } from './router.tsx';
import { OPERATOR, PUBLIC } from './ways.ts';

const CARDS = 6;

interface Choice {
  label: string;
  note: string;
  act(): void;
}

const KEYS: readonly [keys: string, meaning: string][] = [
  ['/', 'search the catalog'],
  ['Ctrl K', 'go to a card, a page or an action'],
  ['?', 'show these keys'],
  ['↑ ↓ ← →', 'walk over cards and results'],
  ['Home End', 'the first and the last card'],
  ['Enter', 'from the search to what it found'],
  ['Esc', 'close what is open'],
];

const Keys = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <dl class="keys">
      {KEYS.map(([keys, meaning]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <div class="dialog-foot">
      <button type="button" class="primary" onClick={onClose}>
        Close
      </button>
    </div>
  </Dialog>
);

/** Pages and actions whose words contain the text, then the cards that are like it. */
function useChoices(text: string, onKeys: () => void): readonly Choice[] {
  const session = useSession();
  const q = usePaused(text.trim());
  const found = useLoad(
    `palette/${q}`,
    async (signal) => (q === '' ? [] : (await client.cards.list({ q, limit: CARDS }, { signal })).items),
    { keeps: true },
  );
  const ways = may(session, 'admin') ? [...PUBLIC, ...OPERATOR] : PUBLIC;
  const all: Choice[] = [
    ...ways.map(([path, label]) => ({ label, note: 'page', act: () => go(inLanguage(path)) })),
    { label: 'API reference', note: 'page', act: () => location.assign(`${BELOW}/docs`) },
    { label: 'Light or dark', note: 'action', act: turnTheme },
    { label: 'Keys', note: 'action', act: onKeys },
    { label: 'Sign out', note: 'action', act: () => void session.signOut() },
  ];
  const cards = (found.data ?? []).map(({ id, name, number }) => ({
    label: `${name} ${number === null ? '' : `#${number}`}`,
    note: id,
    act: () => go(inLanguage(`/cards/${encodeURIComponent(id)}`)),
  }));
  return [...all.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase())), ...cards];
}

function Choices({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const choices = useChoices(text, onKeys);
  const first = () => list.current?.querySelector('button');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (event.key === 'Enter') first()?.click();
    else first()?.focus();
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        ref={input}
        type="search"
        class="palette-input"
        aria-label="A card, page or action"
        placeholder="A card, page or action"
        autocomplete="off"
        maxLength={200}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} class="palette" aria-label="Ways" onKeyDown={(event) => walk(event, input.current)}>
        {choices.map(({ label, note, act }) => (
          <li key={`${note}${label}`}>
            <button
              type="button"
              class="way"
              onClick={() => {
                onClose();
                act();
              }}
            >
              {label} <span class="quiet">{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function Palette() {
  const [shown, setShown] = useState<'choices' | 'keys'>();
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      // Where another dialog asks, its answer comes first.
      if (document.querySelector('dialog[open]')) return;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
      const isPalette = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
      if (!isPalette && (key !== '?' || isTyping)) return;
      event.preventDefault();
      setShown(isPalette ? 'choices' : 'keys');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const close = () => setShown(undefined);
  if (shown === 'keys') return <Keys onClose={close} />;
  return shown && <Choices onClose={close} onKeys={() => setShown('keys')} />;
}
