/**
 * Builds a deck in the browser, from a service on another origin: search as you type, add cards, see what they cost.
 * No build: serve the repository's folder with any static server, after `npm run build` in client/.
 */
import { Cardstock, CardstockError } from 'cardstock-client';

const form = document.querySelector('#service');
const says = document.querySelector('#says');
const deck = new Map();
let search = new AbortController();

/** Cheapest near-mint price of any printing, in cents; undefined where none is known. */
const priceOf = ({ prices = [] }) =>
  prices
    .filter(({ currency, condition, market }) => currency === 'USD' && condition === 'NM' && market !== null)
    .map(({ market }) => market)
    .sort((a, b) => a - b)[0];

const dollars = (cents) => (cents === undefined ? '–' : `$${(cents / 100).toFixed(2)}`);

/** A row of either list: picture, name and price, and what a click does. */
function row(card, text, act) {
  const item = document.createElement('li');
  const picture = document.createElement('img');
  picture.alt = '';
  picture.loading = 'lazy';
  if (card.image) picture.src = card.image.low;
  const name = document.createElement('span');
  name.textContent = `${card.name} · ${card.expansion_id} ${card.number ?? ''} · ${dollars(priceOf(card))}`;
  const button = document.createElement('button');
  button.textContent = text;
  button.addEventListener('click', act);
  item.append(picture, name, button);
  return item;
}

function showDeck() {
  const entries = [...deck.values()];
  const cents = entries.reduce((sum, { card, count }) => sum + count * (priceOf(card) ?? 0), 0);
  const cards = entries.reduce((sum, { count }) => sum + count, 0);
  document.querySelector('#total').textContent = `${cards} cards, ${dollars(cents)}`;
  document.querySelector('#deck').replaceChildren(
    ...entries.map(({ card, count }) =>
      row(card, `${count} ×`, () => {
        if (count === 1) deck.delete(card.id);
        else deck.set(card.id, { card, count: count - 1 });
        showDeck();
      }),
    ),
  );
}

function add(card) {
  deck.set(card.id, { card, count: (deck.get(card.id)?.count ?? 0) + 1 });
  showDeck();
}

async function find() {
  // The answer to what was typed before is of no interest any more.
  search.abort();
  search = new AbortController();
  const { signal } = search;
  const { url, key, q } = Object.fromEntries(new FormData(form));
  if (!key || q.length < 2) return;
  try {
    const cardstock = new Cardstock({ baseUrl: url, key });
    const { items } = await cardstock.cards.list({ q, include: 'prices', limit: 20 }, { signal });
    document.querySelector('#found').replaceChildren(...items.map((card) => row(card, 'Add', () => add(card))));
    says.textContent = `${items.length} candidates, the best first`;
  } catch (error) {
    if (signal.aborted) return;
    says.textContent = error instanceof CardstockError ? `${error.code}: ${error.message}` : String(error);
  }
}

form.addEventListener('input', find);
form.addEventListener('submit', (event) => event.preventDefault());
// A link may bring everything along: #url=…&key=…&q=…
for (const [name, value] of new URLSearchParams(location.hash.slice(1))) form.elements[name].value = value;
find();
