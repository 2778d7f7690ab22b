/** What Magic cards can be asked for beside what those of every game can, by Scryfall's names where it has some. */
import { type Field, field, LANGUAGE_CODE } from '../../catalog/listing/fields.ts';

const flag = (name: string, title: string) => field('flag', name, [`attributes.${name}`], `is:${name}`, title);

/** Elsewhere `uw` and `blue` are colours too. */
const LETTER = /^[wubrgc]$/i;

export const fields: readonly Field[] = [
  field('number', 'mv|cmc|manavalue', ['attributes.cmc'], 'mv<=2', 'Mana value'),
  field('word', 'mana|m', ['attributes.mana_cost', 'attributes.faces.mana_cost'], 'mana="{1}{g}"', 'Mana cost'),
  field('number', 'power|pow', ['attributes.power', 'attributes.faces.power'], 'pow>=5', 'Power'),
  field('number', 'toughness|tou', ['attributes.toughness', 'attributes.faces.toughness'], 'tou="*"', 'Toughness'),
  field('number', 'loyalty|loy', ['attributes.loyalty', 'attributes.faces.loyalty'], 'loy>4', 'Loyalty'),
  field('number', 'defense', ['attributes.defense', 'attributes.faces.defense'], 'defense:*', 'Defense'),
  field('word', 'color|c', ['type', 'attributes.faces.types'], 'c:g -c:u', 'Colours', LETTER),
  field('word', 'identity|id|ci', ['attributes.color_identity'], 'id:g id:u', 'Colour identity', LETTER),
  field('word', 'type|t', ['attributes.type_line', 'attributes.faces.type_line'], 't:dragon', 'Type line'),
  field('text', 'oracle|o|text', ['effect', 'attributes.faces.text'], 'o:"draw a card"', 'Rules text'),
  field('text', 'flavor|ft', ['description', 'attributes.faces.description'], 'ft:urza', 'Flavour text'),
  field('word', 'keyword|kw', ['attributes.keywords'], 'kw:flying', 'Keywords'),
  field('word', 'produces', ['attributes.produced_mana'], 'produces:g', 'Mana that it makes', LETTER),
  field('word', 'layout', ['attributes.layout'], 'layout:saga', 'Layout'),
  field('word', 'frame', ['attributes.frame', 'attributes.frame_effects'], 'frame:1993', 'Frame and its effects'),
  field('word', 'border', ['attributes.border_color'], 'border:borderless', 'Colour of the border'),
  field('word', 'watermark|wm', ['attributes.watermark'], 'wm:selesnya', 'Watermark'),
  field('word', 'banned', ['legalities.banned'], 'banned:legacy', 'Format that it is banned in'),
  field('word', 'restricted', ['legalities.restricted'], 'restricted:vintage', 'Format that it is restricted in'),
  field('word', 'lang', ['card.lang'], 'lang:ja', 'Language that it is printed in', LANGUAGE_CODE),
  field('number', 'arena_id', ['attributes.arena_id'], 'arena_id:*', 'Number in Arena'),
  field('number', 'mtgo_id', ['attributes.mtgo_id', 'attributes.mtgo_foil_id'], 'mtgo_id:*', 'Number in MTGO'),
  field('number', 'multiverse_id', ['attributes.multiverse_ids'], 'multiverse_id:*', 'Number at Gatherer'),
  field('word', 'game', ['attributes.games'], 'game:arena', 'Where it can be played: paper, arena, mtgo'),
  field('word', 'stamp_shape', ['attributes.security_stamp'], 'stamp_shape:acorn', 'Shape of the security stamp'),
  flag('reserved', 'On the reserved list'),
  flag('reprint', 'Was printed before'),
  flag('promo', 'Is a promotional print'),
  flag('booster', 'Comes in boosters'),
  flag('variation', 'Varies another print'),
  flag('story_spotlight', 'Is a story spotlight'),
  flag('game_changer', 'Is a game changer in Commander'),
  flag('full_art', 'Has a full art'),
  flag('textless', 'Has no text'),
  field('flag', 'foil', ['variant'], 'is:foil', 'Has a foil printing', 'foil'),
  field('flag', 'etched', ['variant'], 'is:etched', 'Has an etched printing', 'etched'),
];
