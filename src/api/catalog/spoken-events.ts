/** Events of the feed with their records in the language asked for, so that a copy in that language is kept by them. */
import type { Card, Expansion, Series } from '../../catalog/records.ts';
import { Pause } from '../../store/pause.ts';
import { cardsIn, expansionsIn, type Speaking, seriesIn } from './in-language.ts';

interface EventBody {
  name: string;
  data: { cards?: Card[]; expansions?: Expansion[]; series?: Series[] };
}

/** Events whose records have texts; the others bear ids and prices, the same in every language. */
const TELLS_TEXTS = /\.(?:cards|expansions|series)\.(?:created|updated)$/;

/**
 * The bodies, their records with the texts that the language has now: what an event tells of a text since replaced is told
 * again by the event of that change.
 */
export async function eventsIn(context: Speaking, lang: string, bodies: readonly string[]) {
  const pause = new Pause();
  const spoken = new Set<string>();
  const shown: string[] = [];
  for (const body of bodies) {
    const event = JSON.parse(body) as EventBody;
    if (!TELLS_TEXTS.test(event.name)) {
      shown.push(body);
      continue;
    }
    const { cards, expansions, series, ...data } = event.data;
    const told = {
      ...(cards && { cards: await cardsIn(context, lang, cards) }),
      ...(expansions && { expansions: await expansionsIn(context, lang, expansions) }),
      ...(series && { series: await seriesIn(context, lang, series) }),
    };
    for (const record of Object.values(told).flat()) spoken.add(record.lang);
    shown.push(JSON.stringify({ ...event, data: { ...data, ...told } }));
    // A chunk has up to 500 cards.
    await pause.soon();
  }
  return { bodies: shown, spoken };
}
