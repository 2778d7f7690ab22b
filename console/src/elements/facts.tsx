/** Facts by name: words under what they are, and figures above it. */

import { count } from './format.ts';

/** Signs stand in brackets in the texts of cards: `{2}{R}`, `{T}`. */
const SIGN = /\{([^{}\s]{1,7})\}/;

/** A text of a card, with its signs as signs. */
export const SignedText = ({ text }: { text: string }) => (
  <>
    {text.split(SIGN).map((piece, at) =>
      // What the expression caught stands at the odd places.
      at % 2 === 1 ? (
        <span class={`sign sign-${piece}`} key={`${at}${piece}`}>
          {piece}
        </span>
      ) : (
        piece
      ),
    )}
  </>
);

/** Facts that are not known are left out. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl class="fact-list">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <SignedText text={value} />
              </dd>
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
          <dt>{value === 1 ? name.replace(/(?<!ie)s$/, '') : name}</dt>
          <dd>{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
