/** What cards of TCGplayer's games can be asked for, by what its products say of them. */
import { type Field, field } from '../../catalog/listing/fields.ts';

export const fields: readonly Field[] = [
  field('number', 'cost', ['attributes.cost'], 'cost<=2', 'Cost'),
  field('number', 'power|pow', ['attributes.power'], 'power>=6000', 'Power'),
  field('number', 'counter', ['attributes.counterplus', 'attributes.counter'], 'counter:2000', 'Counter'),
  field('number', 'life', ['attributes.life'], 'life:4', 'Life'),
  field('number', 'hp', ['hp'], 'hp>=100', 'Hit points'),
  field('number', 'level', ['attributes.level'], 'level:5', 'Level'),
  field('number', 'dp', ['attributes.dp'], 'dp>=5000', 'Digimon power'),
  field('number', 'defense', ['attributes.defense'], 'defense:3', 'Defense'),
  field('word', 'color|c', ['type', 'attributes.color'], 'color:red', 'Colours'),
  field('word', 'attribute', ['attributes.attribute'], 'attribute:slash', 'Attribute'),
  field('word', 'type|t', ['attributes.card_type'], 'type:leader', 'Kind of card'),
  field('word', 'trait', ['attributes.subtypes', 'attributes.traits'], 'trait:"straw hat crew"', 'Traits'),
  field('text', 'text|o', ['effect'], 'text:blocker', 'Rules text'),
  field('text', 'flavor|ft', ['description'], 'flavor:*', 'Flavour text'),
  field('text', 'trigger', ['attributes.trigger'], 'trigger:*', 'Trigger'),
];
