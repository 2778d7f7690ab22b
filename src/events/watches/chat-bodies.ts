/** Bodies of watches: the standard one, and messages in the forms and limits of chats. */
import { Failure } from '../../failure.ts';

export const FORMATS = ['standard', 'discord', 'slack', 'ntfy', 'telegram'] as const;
export type Format = (typeof FORMATS)[number];

/** A price that a rule spoke of; amounts in cents. */
export interface Move {
  card_id?: string;
  product_id?: number;
  name: string;
  variant: string;
  condition?: string;
  currency: 'USD' | 'EUR';
  from: number;
  to: number;
}

const MOVES_MAX = 10;
/** Ten of them and a title stay below Discord's 2,000 characters, the least of the limits. */
const NAME_MAX = 90;

/** Of a message of Discord's. */
const CONTENT_MAX = 2000;
/** What Discord would take for a way to write, as in `_____ Goblin`. */
const MARKDOWN = /[\\*_~`|[\]]|^(?:[#>]|-(?= ))/gm;

/** Of a section of Slack's, which ten names of ampersands exceed. */
const SECTION_MAX = 3000;

const money = (cents: number, currency: string) => `${currency === 'USD' ? '$' : '€'}${(cents / 100).toFixed(2)}`;
const shareOf = ({ from, to }: Move) => (to - from) / from;

function lineOf(move: Move): string {
  const { name, variant, condition, currency, from, to } = move;
  const percent = Math.round(shareOf(move) * 1000) / 10;
  const of = [variant, condition].filter(Boolean).join(', ').slice(0, 40);
  // Half of a sign is no text: a chat would refuse the whole message.
  const short = name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1).toWellFormed()}…` : name;
  return `${short} (${of}): ${money(from, currency)} → ${money(to, currency)} (${percent > 0 ? '+' : ''}${percent} %)`;
}

const withEntities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What a watch of `game` posts stands in no feed, and has a name of its own. */
export const watchedName = (game: string) => `${game}.prices.watched`;

/** The text that is posted; the greatest moves first, ten, and how many more there are. */
export function watchBody(
  format: Format,
  url: string,
  event: { id: string; name: string; created_at: string },
  day: string,
  moves: readonly Move[],
): string {
  const sorted = moves.toSorted((a, b) => Math.abs(shareOf(b)) - Math.abs(shareOf(a)));
  if (format === 'standard') return JSON.stringify({ ...event, data: { day, moves: sorted } });
  const title = `Prices of ${day}`;
  const more = sorted.length > MOVES_MAX ? [`and ${sorted.length - MOVES_MAX} more`] : [];
  const lines = [...sorted.slice(0, MOVES_MAX).map(lineOf), ...more].join('\n');
  const address = new URL(url);
  switch (format) {
    case 'discord': {
      const text = `${title}\n${lines}`;
      const escaped = text.replace(MARKDOWN, '\\$&');
      return JSON.stringify({
        content: escaped.length <= CONTENT_MAX ? escaped : text,
        allowed_mentions: { parse: [] },
      });
    }
    case 'slack': {
      const text = withEntities(`${title}\n${lines}`);
      const blocks = [{ type: 'section', text: { type: 'mrkdwn', text } }];
      // Text alone may have 40,000.
      return JSON.stringify({ text, ...(text.length <= SECTION_MAX && { blocks }) });
    }
    case 'ntfy':
      return JSON.stringify({ topic: address.pathname.slice(1), title, message: lines });
    case 'telegram':
      return JSON.stringify({
        chat_id: address.searchParams.get('chat_id'),
        text: withEntities(`${title}\n${lines}`),
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      });
  }
}

/** Where a body goes: ntfy takes its JSON at the root, with what its address says of who may post (`?auth=`). */
export const postAddress = (format: Format, url: string): string =>
  format === 'ntfy' ? new URL(`/${new URL(url).search}`, url).href : url;

/** An address as it may be shown: whatever stands behind the host of a chat is a secret. */
export const maskedAddress = (format: Format, url: string): string =>
  format === 'standard' ? url : `${new URL(url).origin}/…`;

/** A body as it may be shown: ntfy's names the topic, which is all that one needs to read along. */
export const maskedBody = (format: Format, body: string): string =>
  format === 'ntfy' ? body.replace(/"topic":"[^"]*"/, '"topic":"…"') : body;

/** @throws Failure bad_request for an address that its chat cannot be called by */
export function checkChatAddress(format: Format, url: string): void {
  const address = new URL(url);
  if (format === 'ntfy' && !/^\/[\w-]{1,64}$/.test(address.pathname)) {
    throw new Failure('bad_request', 'The address of ntfy must be that of its topic: https://ntfy.sh/my-topic.');
  }
  if (format === 'telegram' && !address.searchParams.get('chat_id')) {
    throw new Failure('bad_request', 'The address of Telegram must name the chat: …/sendMessage?chat_id=….');
  }
}
