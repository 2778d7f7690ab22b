/** What Yu-Gi-Oh! cards can be asked for beside what those of every game can. */
import { type Field, field } from '../../catalog/listing/fields.ts';

export const fields: readonly Field[] = [
  field('number', 'atk', ['attributes.atk'], 'atk>=2500', 'Attack'),
  field('number', 'def', ['attributes.def'], 'def:"?"', 'Defense'),
  field('number', 'level|l', ['attributes.level'], 'l:5', 'Level'),
  field('number', 'rank', ['attributes.rank'], 'rank:4', 'Rank'),
  field('number', 'scale', ['attributes.scale'], 'scale>=8', 'Pendulum scale'),
  field('number', 'link', ['attributes.linkval'], 'link:2', 'Link rating'),
  field('word', 'arrow', ['attributes.linkmarkers'], 'arrow:top', 'Link arrows'),
  field('word', 'attribute', ['attributes.attribute'], 'attribute:wind', 'Attribute'),
  field('word', 'type|race', ['attributes.race'], 'type:dragon', 'Type of monster, kind of Spell or Trap'),
  field('word', 'typeline|t', ['attributes.typeline'], 't:tuner', 'Type line'),
  field('word', 'archetype', ['attributes.archetype'], 'archetype:"blue-eyes"', 'Archetype'),
  field('word', 'frame', ['attributes.frame_type'], 'frame:xyz', 'Frame'),
  field('text', 'text|o|desc', ['effect'], 'o:"special summon"', 'Text of the card'),
  field('word', 'ban', ['attributes.ban_lists.tcg'], 'ban:limited', 'What the list of the TCG says of it'),
  field('word', 'ban.ocg', ['attributes.ban_lists.ocg'], 'ban.ocg:forbidden', 'What the list of the OCG says of it'),
  field('word', 'ban.goat', ['attributes.ban_lists.goat'], 'ban.goat:*', 'What the list of Goat says of it'),
  field('number', 'genesys', ['attributes.genesys_points'], 'genesys>0', 'Points in Genesys'),
  field('number', 'konami_id', ['attributes.konami_id'], 'konami_id:*', 'Number at Konami'),
  field('word', 'md_rarity', ['attributes.md_rarity'], 'md_rarity:common', 'Rarity in Master Duel'),
  field('date', 'tcg_date', ['attributes.tcg_date'], 'tcg_date<2005', 'When its name came to the TCG'),
  field('date', 'ocg_date', ['attributes.ocg_date'], 'ocg_date<2000', 'When its name came to the OCG'),
  field('number', 'passcode', ['attributes.passcode'], 'passcode:89631139', 'Passcode'),
];
