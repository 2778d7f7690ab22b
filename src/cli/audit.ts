/** `cardstock audit`: which prices and texts are withheld, and why. */
import { heldOf } from '../catalog/provenance/held-key.ts';
import { auditReport } from '../ingest/matching/audit-report.ts';
import { deployedGames } from '../service/configured-parts.ts';
import { type CommonFlags, withStore } from './context.ts';
import { amount } from './money.ts';
import { printJson, printLine, printRows } from './output.ts';

const WITHHELD_SHOWN = 20;

/** Shows what is shared, contradictory, unmatched and held. */
export async function audit(flags: CommonFlags): Promise<void> {
  const report = await withStore(flags, (store, config) => auditReport(store.reads, deployedGames(config)));
  if (flags.json) {
    printJson(report);
    return;
  }
  const { markets, withheld, held, texts, sealed } = report;
  printRows(markets, false, ({ unmatched, ...counts }) => counts);
  const section = (title: string) => {
    printLine('');
    printLine(title);
  };
  section('Printings without a row, by reason');
  const reasons = markets.flatMap(({ game, market, unmatched }) =>
    Object.entries(unmatched).map(([reason, printings]) => ({ game, market, reason, printings })),
  );
  printRows(reasons, false, (row) => row);
  section(`Withheld ids: claimed by differently named cards (${withheld.length}; all of them with --json)`);
  printRows(withheld.slice(0, WITHHELD_SHOWN), false, ({ market, id, cards }) => ({
    market,
    id,
    cards: cards.map((card) => `${card.id} ${card.name}`).join(', '),
  }));
  section('Amounts that moved 50-fold and wait for a second day');
  printRows(held, false, ({ source, key, previous, held: cents, observed_on }) => {
    const { market, article, parts, currency } = heldOf(key);
    const was = amount(previous, currency);
    return {
      source,
      market,
      article,
      amount: parts.join(' '),
      was,
      'would be': amount(cents, currency),
      day: observed_on,
    };
  });
  section(`Texts in other languages that are another card's (${texts.length}; all of them with --json)`);
  printRows(texts.slice(0, WITHHELD_SHOWN), false, ({ language, card_id, name, text, reason }) => ({
    language,
    card: card_id,
    name,
    text,
    reason,
  }));
  section('Sealed products');
  printRows([sealed], false, (row) => row);
}
