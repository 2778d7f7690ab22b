/** Facts by name: words under what they are, and figures above it. */
import { count } from './format.ts';

/** Facts that are not known are left out. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl class="fact-list">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function Counts({ counts }: { counts: Readonly<Record<string, number>> }) {
  return (
    <dl class="counts">
      {Object.entries(counts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
