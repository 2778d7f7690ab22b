/** What Lorcana cards can be asked for beside what those of every game can. */
import { type Field, field } from '../../catalog/listing/fields.ts';

export const fields: readonly Field[] = [
  field('number', 'cost', ['attributes.cost'], 'cost<=2', 'Ink cost'),
  field('word', 'ink|i', ['type'], 'ink:amber', 'Ink'),
  field('number', 'lore', ['attributes.lore'], 'lore>=3', 'Lore'),
  field('number', 'strength|str', ['attributes.strength'], 'strength=0', 'Strength'),
  field('number', 'willpower|wil', ['attributes.willpower'], 'willpower:[5 TO *]', 'Willpower'),
  field('number', 'move_cost|move', ['attributes.move_cost'], 'move_cost:*', 'Cost to move to the location'),
  field('word', 'classification', ['attributes.classifications'], 'classification:princess', 'Classifications'),
  field('word', 'keyword|kw', ['attributes.keywords'], 'kw:evasive', 'Keywords'),
  field('word', 'type|t', ['category', 'attributes.subtypes'], 't:song', 'Kind of card, and its further kinds'),
  field('text', 'text|o', ['effect'], 'o:"draw a card"', 'Rules text'),
  field('text', 'flavor|ft', ['description'], 'flavor:dream*', 'Flavour text'),
  field('word', 'layout', ['attributes.layout'], 'layout:landscape', 'Layout'),
  field('word', 'banned', ['legalities.banned'], 'banned:core', 'Format that it is banned in'),
  field('flag', 'inkwell', ['attributes.inkwell'], 'is:inkwell', 'Can be put into the inkwell'),
];
