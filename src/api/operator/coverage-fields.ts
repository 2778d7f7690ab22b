/** How many cards have a picture and prices, and how fresh these are: of the catalog, a game and an expansion. */
import Type from 'typebox';
import { doc, nullable } from '../../catalog/field-shapes.ts';
import { count } from './records.ts';

export const Coverage = {
  cards: count('Cards'),
  with_image: count('Those that have a picture'),
  with_usd: count('Those that have a USD price'),
  with_eur: count('Those that have a EUR price'),
};

export const observedOn = nullable(
  Type.String(),
  doc('Day of its newest price, as YYYY-MM-DD; null without one', '2026-05-01'),
);
