/** `cardstock audit` and `cardstock explain`: which prices are withheld and why, and where each served one comes from. */
import { auditReport } from '../ingest/matching/audit-report.ts';
import { explainCard } from '../ingest/matching/explain-card.ts';
import { gameFor } from '../service/configured-parts.ts';
import { type CommonFlags, withStore } from './context.ts';
import { CommandFailure, EXIT, printJson, printLine, printRows } from './output.ts';

const WITHHELD_SHOWN = 20;

/** Shows what is shared, contradictory, unmatched and held. */
export async function audit(flags: CommonFlags): Promise<void> {
  const report = await withStore(flags, (store, config) => auditReport(store.reads, gameFor(config)));
  if (flags.json) {
    printJson(report);
    return;
  }
  const { markets, withheld, held, sealed } = report;
  printRows(markets, false, ({ unmatched, ...counts }) => counts);
  const section = (title: string) => {
    printLine('');
    printLine(title);
  };
  section('Printings without a row, by reason');
  const reasons = markets.flatMap(({ market, unmatched }) =>
    Object.entries(unmatched).map(([reason, printings]) => ({ market, reason, printings })),
  );
  printRows(reasons, false, (row) => row);
  section(`Withheld ids: claimed by differently named cards (${withheld.length}; all of them with --json)`);
  printRows(withheld.slice(0, WITHHELD_SHOWN), false, ({ market, id, cards }) => ({
    market,
    id,
    cards: cards.map((card) => `${card.id} ${card.name}`).join(', '),
  }));
  section('Amounts that moved 50-fold and wait for a second day');
  printRows(held, false, (row) => ({ ...row }));
  section('Sealed products');
  printRows([sealed], false, (row) => row);
}

/** Shows where each price of one card comes from. */
export async function explain(id: string, flags: CommonFlags): Promise<void> {
  const explanations = await withStore(flags, (store, config) => explainCard(store.reads, id, gameFor(config)));
  if (explanations === undefined) throw new CommandFailure(`there is no card ${id}`, EXIT.notFound);
  printRows(explanations, flags.json ?? false, ({ amounts, ...rest }) => ({
    ...rest,
    cents: amounts
      ? Object.entries(amounts)
          .map(([name, cents]) => `${name} ${cents ?? '–'}`)
          .join(', ')
      : null,
  }));
}
