/** Proves that the clients of pokemontcg.io run unmodified, their address changed, against the drop-in over the demo's catalog. */
// A client that no registry gives here is skipped, and said loudly.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newWorkplace, startServer } from '../../../test/support/processes/command.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Each client with the line that turns it, and calls whose results are told as JSON. */
const CLIENTS: Readonly<Record<string, { version: string; turned: string; calls: Record<string, string> }>> = {
  pokemontcgsdk: {
    version: '2.0.0',
    turned: `const client = require('pokemontcgsdk');
require('pokemontcgsdk/lib/configure').host = process.env.BASE;
client.configure({ apiKey: process.env.KEY });`,
    calls: {
      'card.find': 'client.card.find(process.env.CARD).then(({ id }) => id === process.env.CARD)',
      'card.where name':
        "client.card.where({ q: 'name:' + process.env.NAME }).then(({ data, totalCount }) => data.length > 0 && totalCount >= data.length)",
      'card.where pattern':
        "client.card.where({ q: 'name:\"' + process.env.NAME.slice(0, 3) + '*\"', pageSize: 5 }).then(({ data }) => data.length > 0)",
      'card.where range':
        "client.card.where({ q: 'hp:[50 TO *]', pageSize: 10, page: 2 }).then(({ data, page }) => page === 2 && data.every(({ hp }) => Number(hp) >= 50))",
      'card.where order':
        "client.card.where({ q: 'set.id:' + process.env.SET, orderBy: '-number' }).then(({ data }) => data.length > 1)",
      'card.all':
        "client.card.all({ q: 'supertype:pokemon OR hp:[1 TO *]' }).then((cards) => new Set(cards.map(({ id }) => id)).size === cards.length && cards.length > 100)",
      'card.all of a set':
        "client.card.all({ q: 'set.id:' + process.env.SET }).then((cards) => cards.every(({ set }) => set.id === process.env.SET))",
      'set.find': 'client.set.find(process.env.SET).then(({ id }) => id === process.env.SET)',
      'set.where': "client.set.where({ q: 'id:' + process.env.SET }).then(({ data }) => data.length === 1)",
      'set.all': 'client.set.all().then((sets) => sets.length > 1)',
      'type.all': 'client.type.all().then((types) => types.length > 1)',
      'subtype.all': 'client.subtype.all().then((types) => types.length > 0)',
      'supertype.all': 'client.supertype.all().then((types) => types.length > 0)',
      'rarity.all': 'client.rarity.all().then((types) => types.length > 1)',
      'card.find of nothing':
        "client.card.find('no-such').then(() => false, ({ message, response }) => /404/.test(message) || response?.status === 404)",
    },
  },
  'pokemon-tcg-sdk-typescript': {
    version: '1.3.4',
    turned: `process.env.POKEMONTCG_API_KEY = process.env.KEY;
const client = require('pokemon-tcg-sdk-typescript/dist/sdk');
require('pokemon-tcg-sdk-typescript/dist/client').Client.getInstance().POKEMONTCG_API_URL = process.env.BASE;`,
    calls: {
      findCardByID: 'client.findCardByID(process.env.CARD).then(({ id }) => id === process.env.CARD)',
      findCardsByQueries:
        "client.findCardsByQueries({ q: 'name:' + process.env.NAME }).then((cards) => cards.length > 0)",
      getAllCards: 'client.getAllCards().then((cards) => cards.length > 100)',
      findSetByID: 'client.findSetByID(process.env.SET).then(({ id }) => id === process.env.SET)',
      findSetsByQueries: "client.findSetsByQueries({ q: 'id:' + process.env.SET }).then((sets) => sets.length === 1)",
      getAllSets: 'client.getAllSets().then((sets) => sets.length > 1)',
      getTypes: 'client.getTypes().then((types) => types.length > 1)',
      getSupertypes: 'client.getSupertypes().then((types) => types.length > 0)',
      getSubtypes: 'client.getSubtypes().then((types) => types.length > 0)',
      getRarities: 'client.getRarities().then((types) => types.length > 1)',
    },
  },
};

await using place = await newWorkplace();
await using server = await startServer(place);
say(`the service is at ${server.announced.listening}`);
const { listening, first_key: KEY = '' } = server.announced;
const BASE = `${listening}/compat/pokemontcg/v2`;
const headers = { 'x-api-key': KEY };
const { data } = (await (await fetch(`${BASE}/cards?q=hp:[60 TO *]&pageSize=1`, { headers })).json()) as {
  data: { id: string; name: string; set: { id: string } }[];
};
const [first] = data;
assert.ok(first);
const { id: CARD, name, set } = first;
const env = { ...process.env, BASE, KEY, CARD, NAME: name.split(' ')[0], SET: set.id };

for (const [client, { version, turned, calls }] of Object.entries(CLIENTS)) {
  const folder = join(place.directory, client);
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--fetch-retries=0'];
  const installed = spawnSync('npm', ['install', ...quiet, '--prefix', folder, `${client}@${version}`], {
    cwd: place.directory,
  });
  if (installed.status !== 0) {
    say(`SKIPPED, ${client}: no registry has it`);
    continue;
  }
  const tried = Object.entries(calls).map(([call, code]) => `[${JSON.stringify(call)}, () => ${code}]`);
  const script = `${turned}
(async () => {
  const failed = [];
  for (const [call, run] of [${tried.join(',\n')}]) {
    const held = await run().catch((error) => error.stack);
    if (held !== true) failed.push([call, held]);
  }
  console.log(JSON.stringify(failed));
})();`;
  writeFileSync(join(folder, 'calls.cjs'), script);
  const { stdout, stderr } = spawnSync('node', ['calls.cjs'], { cwd: folder, env, encoding: 'utf8' });
  assert.equal(stdout.trim(), '[]', `${client}: ${stdout}${stderr}`);
  say(`${client}@${version}: ${tried.length} calls held, unmodified`);
}
