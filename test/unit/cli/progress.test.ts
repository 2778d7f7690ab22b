/** How far a run is: a bar that is cleared on a terminal, a line now and then where nobody watches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOneBar, progressDisplay } from '../../../src/cli/progress.ts';

const written: string[] = [];
const stream = (isTTY: boolean) =>
  ({ isTTY, write: (text: string) => written.push(text) > 0 }) as unknown as NodeJS.WriteStream;

const at = (done: number, total: number | undefined) => ({ task: 'catalog', step: 'cards', done, total });

const bar = (filled: number, percent: string) => `${'█'.repeat(filled)}${'░'.repeat(28 - filled)} ${percent} %`;

test('on a terminal a bar is drawn over itself, and cleared for good at the end', () => {
  written.length = 0;
  const display = progressDisplay(stream(true));
  display.show(at(1400, 2800));
  display.show(at(7, undefined));
  display.end();
  display.show(at(2800, 2800));
  assert.deepEqual(written, [
    `\r\x1b[2K  ${bar(14, ' 50')} catalog: cards 1,400 of 2,800`,
    `\r\x1b[2K  ${' '.repeat(32)}… catalog: cards`,
    '\r\x1b[2K',
  ]);
});

test('a bar ends at 100 %, whether its step goes over into the next or its run ends', () => {
  written.length = 0;
  const display = progressDisplay(stream(true));
  display.show({ task: 'market', step: 'products', done: 2, total: 3 });
  display.show({ task: 'market', step: 'days', done: 7, total: 9 });
  display.finish('market', true);
  const [, products = '', , days = '', cleared] = written;
  assert.ok(products.includes(`${bar(28, '100')} market: products 3 of 3`), products);
  assert.ok(days.includes(`${bar(28, '100')} market: days 9 of 9`), days);
  assert.equal(cleared, '\r\x1b[2K');
});

test('the bar of a run that failed does not end at 100 %', () => {
  written.length = 0;
  const display = progressDisplay(stream(true));
  display.show(at(1, 3));
  display.finish('catalog', false);
  assert.ok(!written.join('').includes('100 %'));
});

test('a line stands above the bar, which goes on below it, and nothing is wider than the terminal', () => {
  written.length = 0;
  const display = progressDisplay(Object.assign(stream(true), { columns: 40 }));
  display.show(at(1, 2));
  display.line('22:00:00  something happened');
  const [, cleared, line, again = ''] = written;
  assert.deepEqual([cleared, line], ['\r\x1b[2K', '22:00:00  something happened\n']);
  assert.equal(again, `\r\x1b[2K${`  ${bar(14, ' 50')} catalog: cards 1 of 2`.slice(0, 38)}…`);
});

test('elsewhere a line is written every 5 s, and nothing is cleared', (t) => {
  written.length = 0;
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const display = progressDisplay(stream(false));
  display.show(at(1, 3));
  t.mock.timers.setTime(1_004_999);
  display.show(at(2, 3));
  t.mock.timers.setTime(1_005_000);
  display.show(at(3, 3));
  display.end();
  assert.deepEqual(written, ['catalog: cards 1 of 3\n', 'catalog: cards 3 of 3\n']);
});

test('the one bar of a first start never goes back, whatever step of a source begins anew', () => {
  const shares: number[] = [];
  const display = progressDisplay(stream(true));
  const one = asOneBar({ ...display, show: ({ done, total = 1 }) => shares.push(done / total) }, 'scan');
  one.expect(['usd', 'eur']);
  one.show({ task: 'usd', step: 'days', done: 9, total: 10 });
  one.show({ task: 'usd', step: 'rows', done: 1, total: 10 });
  one.finish('usd', true);
  one.show({ task: 'eur', step: 'days', done: 1, total: 10 });
  assert.deepEqual(shares, [0.45, 0.45, 0.55]);
});
