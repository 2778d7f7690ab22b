/** Why a printing has a marketplace's row, or no price there, in the words that commands, answers and the console show. */

/** By which rule a row speaks for a printing. */
export const RULES = {
  'sub-type': 'the row is sold as this kind of printing',
  'bare-of-sub-type': 'of the printings that fit the row it is the one without stamps, foil and other size',
  'only-sub-type': 'the article was never sold as anything else, and no other printing claims it',
  alone: 'no other printing of the card is this article',
  pair: 'a reverse printing beside another: each reads its half of the row',
  plainest: 'of the printings that are this article it is the plainest',
} as const;
export type Rule = keyof typeof RULES;

/** Why there is no price. */
export const REASONS = {
  'no-id': 'no article of this marketplace is known to be it',
  'no-longer-comes': 'its source no longer names it',
  'contradictory-id': 'differently named cards claim the article, which can be one of them at most',
  'article-never-priced': 'the article has never had a price',
  'no-row-of-its-sub-type': 'no row for this kind of printing has ever come',
  'several-rows-fit': 'two rows of the article fit it',
  'row-of-a-plainer-printing': 'a plainer printing reads the row',
  'row-fits-several-printings': 'the row fits several printings alike',
  'amount-held-back': 'its amounts moved 50-fold and wait for a second day',
  'row-without-price': 'its row has come without a price so far',
  'no-price-run-yet': 'no price run has read its row yet',
} as const;
export type Reason = keyof typeof REASONS;
