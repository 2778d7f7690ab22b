/** Why a printing has a marketplace's row, or no price there, in the words that commands, answers and the console show. */

/** By which rule a row speaks for a printing. */
export const RULES = {
  'sub-type': 'the row is sold as this kind of printing',
  'bare-of-sub-type': 'of the printings that fit the row it is the one without stamps, foil and other size',
  'only-sub-type': 'the marketplace product has no other sub type, and no other printing claims it',
  alone: 'no other printing of the card has this marketplace product',
  pair: 'a reverse printing beside another: each reads its own price side of the row',
  plainest: 'of the printings that share this marketplace product it is the plainest',
} as const;
export type Rule = keyof typeof RULES;

/** Why there is no price. */
export const REASONS = {
  'no-id': 'this marketplace does not list this printing, or the catalog does not know its id there',
  'no-longer-comes': 'its source no longer names it',
  'contradictory-id': 'differently named cards claim the same marketplace product, which can be only one of them',
  'claimed-by-several':
    'several cards of this name claim the marketplace product, and no evidence says which of them it is',
  'another-cards-article': 'by the evidence the marketplace product is another card of this name',
  'article-never-priced': 'the marketplace product has never had a price',
  'no-row-of-its-sub-type': 'the marketplace has never listed a price for this kind of printing',
  'several-rows-fit': 'two rows of the marketplace product fit it',
  'row-of-a-plainer-printing': 'the price is that of a plainer printing of this card',
  'row-fits-several-printings': 'the price fits several printings equally well',
  'amount-held-back': 'its amounts moved 50-fold and wait for a second day',
  'row-without-price': 'the marketplace has listed it without a price so far',
  'no-price-run-yet': 'no price run has read its row yet',
} as const;
export type Reason = keyof typeof REASONS;
