/** The service of the HTTP bench: a catalog of rich records behind the real front, in a process of its own. */
import { issueKey } from '../src/keys/issue.ts';
import { tinyApi } from '../test/support/api.ts';
import { tinyCatalog } from '../test/support/tiny-catalog.ts';

/** A detail of about 3.4 kB and a list row of about 250 bytes, as real catalogs have them. */
function richCatalog() {
  const catalog = tinyCatalog(120);
  for (const card of catalog.cards) {
    const sentence = `What ${card.name} does is told at some length, as on the cards of real games. `;
    card.image = `https://pictures.example/${card.set.id}/${card.localId}`;
    card.description = sentence.repeat(3);
    card.attacks = [1, 2].map((at) => ({
      name: `Stroke ${at}`,
      cost: ['Ember', 'Ember'],
      damage: 30,
      effect: sentence.repeat(2),
    }));
    card.abilities = [{ type: 'Gift', name: 'Glow', effect: sentence.repeat(2) }];
    card.variants_detailed = ['normal', 'reverse', 'holo', 'promo'].map((type) => ({ type, size: 'standard' }));
  }
  return catalog;
}

const cacheMb = Number(process.argv[2]);
const api = await tinyApi(richCatalog(), { settings: { cacheMb }, epochTrustMs: 10 });
// A budget too large to be used up, so that it is counted and told on every answer.
const { key } = await issueKey(api.store, { name: 'bench', scopes: ['read'], rate: 1_000_000_000, expires_at: null });

process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit());
process.send?.({ port: api.port, key });
