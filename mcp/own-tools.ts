/** Tools for what the user has: a picture of a card, a list of cards. */
import Type from 'typebox';
import { Failure } from '../src/failure.ts';
import { CENTS, cents, game, input, optional, rowsOf, type Tool, word } from './tool.ts';

export const identifyCard: Tool = {
  name: 'identify_card',
  title: 'Identify a card on a picture',
  description:
    'Says which card a photo of one card shows, with a score from 0 to 1. Give the https address of the picture where there is one; its bytes as base64 cost far more.',
  isScan: true,
  input: input({
    image_url: optional(word('Public https address of the picture', { maxLength: 2000 })),
    image_base64: optional(
      Type.String({ description: 'The picture itself: JPEG, PNG, WebP or AVIF', maxLength: 4_000_000 }),
    ),
    game,
  }),
  output: Type.Object({
    matches: rowsOf(
      {
        score: Type.Number(),
        card_id: Type.String(),
        name: Type.String(),
        number: Type.Union([Type.String(), Type.Null()]),
        expansion: Type.String(),
      },
      'Best first; empty where nothing is sure enough',
    ),
  }),
  async run({ image_url, image_base64, game: of }, ask) {
    if ((image_url === undefined) === (image_base64 === undefined))
      throw new Failure('bad_request', 'Give image_url or image_base64, one of them.');
    type Match = {
      score: number;
      card: { id: string; name: string; number: string | null; expansion: { name: string } };
    };
    const body =
      image_url === undefined
        ? formOf(String(image_base64), of)
        : { type: 'application/json', bytes: Buffer.from(JSON.stringify({ url: image_url, game: of })) };
    const { matches } = await ask<{ matches: Match[] }>({ path: '/v1/scan', body });
    return {
      matches: matches.map(({ score, card: { id, name, number, expansion } }) => ({
        score,
        card_id: id,
        name,
        number,
        expansion: expansion.name,
      })),
    };
  },
};

/** A form with the picture, as a browser sends one. */
function formOf(base64: string, of: string | number | undefined) {
  const boundary = `cardstock-${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const field = of === undefined ? '' : `--${boundary}\r\nContent-Disposition: form-data; name="game"\r\n\r\n${of}\r\n`;
  const head = `${field}--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="image"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const bytes = Buffer.concat([
    Buffer.from(head),
    Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

export const valueList: Tool = {
  name: 'value_list',
  title: 'Value a list of cards',
  description: `Prices a list of cards as text: lines such as "2 Charizard BS 4", a deck list, or CSV of a collection app (at most 200 rows). Gives totals and what each row was taken for; rows that are unsure say why. ${CENTS}`,
  input: input({
    list: Type.String({ description: 'The list, a card a line', minLength: 1, maxLength: 60_000 }),
  }),
  output: Type.Object({
    total_usd_cents: cents('Sum in USD, of the rows that have a price'),
    total_eur_cents: cents('Sum in EUR, likewise'),
    rows: rowsOf(
      {
        row: Type.Integer({ description: 'Which of the list, 1 for the first; heads and empty lines are none' }),
        card: Type.Union([Type.String(), Type.Null()]),
        quantity: Type.Integer(),
        usd_cents: cents('One copy in USD'),
        eur_cents: cents('One copy in EUR'),
        is_certain: Type.Boolean(),
        problem: Type.Union([Type.String(), Type.Null()]),
      },
      'The first 25 rows, unsure ones first',
    ),
    note: optional(Type.String()),
  }),
  async run({ list }, ask) {
    interface Item {
      card: { id: string; name: string; number: string | null; expansion: { name: string } } | null;
      product: { id: number; name: string } | null;
      quantity: number | null;
      usd_market: { market: number | null } | null;
      eur_market: { price_kind: string | null; trend: number | null; trend_holo: number | null } | null;
      is_certain: boolean;
      problem: string | null;
    }
    const { items, unread } = await ask<{ items: Item[]; unread: string[] }>({
      path: '/v1/lookup',
      body: { type: 'text/plain', bytes: Buffer.from(String(list)) },
    });
    const rows = items.map(({ card, product, quantity, usd_market, eur_market: eur, is_certain, problem }, at) => ({
      row: at + 1,
      card: card ? `${card.name} (${card.expansion.name} ${card.number ?? ''})` : (product?.name ?? null),
      ...(card && { card_id: card.id }),
      quantity: quantity ?? 1,
      usd_cents: usd_market?.market ?? null,
      eur_cents: eur && (eur.price_kind === 'holo' ? eur.trend_holo : eur.trend),
      is_certain,
      problem,
    }));
    // Of rows without any price there is no sum: 0 would say that they are worth nothing.
    const sum = (of: 'usd_cents' | 'eur_cents') =>
      rows.reduce<number | null>(
        (total, row) => (row[of] === null ? total : (total ?? 0) + row.quantity * row[of]),
        null,
      );
    const shown = rows.toSorted((a, b) => Number(a.is_certain) - Number(b.is_certain)).slice(0, 25);
    const notes = [
      rows.length > shown.length
        ? `${rows.length - shown.length} certain or further rows are counted and not shown.`
        : '',
      unread.length > 0 ? `Columns that were not read: ${unread.join(', ')}.` : '',
    ].filter(Boolean);
    return {
      total_usd_cents: sum('usd_cents'),
      total_eur_cents: sum('eur_cents'),
      rows: shown,
      ...(notes.length > 0 && { note: notes.join(' ') }),
    };
  },
};
