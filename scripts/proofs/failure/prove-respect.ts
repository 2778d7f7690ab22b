/** Proves the description against the running service with Redocly: the document linted, every operation called and its answer checked. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWorkplace, startServer } from '../../../test/support/processes/command.ts';
import { startReceiver } from '../../../test/support/servers/receiver.ts';

const REDOCLY = '@redocly/cli@2.77.0';
const TIME_LIMIT_MS = 180_000;

interface Operation {
  operationId: string;
  /** What the calls below go by, where it has one. */
  'x-former-operation-id'?: string;
  responses: Record<string, unknown>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
}
interface Step {
  stepId: string;
  operationId: string;
  [field: string]: unknown;
}
/** What one operation is called with, and what later calls take from its answer. */
interface Call {
  parameters?: Record<string, unknown>;
  body?: unknown;
  status?: number;
  outputs?: Record<string, string>;
}

/** What is not called, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  getAdminRunsProgress: 'goes on without end',
  callTool: 'speaks a protocol of its own',
  postV1Scan: 'takes a picture, which Arazzo cannot carry',
  downloadFile: 'has the media type that the manifest names for the file, one of four',
  deleteConsoleSession: 'ends the session of a cookie, of which there is none',
};

const redocly = (args: readonly string[], directory: string) =>
  spawnSync('npx', ['-y', REDOCLY, ...args], {
    cwd: directory,
    encoding: 'utf8',
    timeout: TIME_LIMIT_MS,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
  });

const inPath = (name: string) => ['id', 'field', 'file', 'path', 'token', 'card', 'rendition'].includes(name);
const id = '$response.body#/data/id';

/** The calls in their order: what makes something before what reads, changes and removes it. */
function calls(hook: string): [operationId: string, call: Call][] {
  const first = { outputs: { id: '$response.body#/data/items/0/id' } };
  const resources = ['Series', 'Expansions', 'Cards', 'Products'];
  const reads = resources.flatMap((noun): [string, Call][] => {
    const parameters = { id: `$steps.getV1${noun}.outputs.id` };
    return [
      [`getV1${noun}`, { parameters: { limit: 2 }, ...first }],
      [`getV1${noun}Id`, { parameters }],
      [`getV1${noun}Id`, { parameters: { id: 'no-such-id' }, status: 404 }],
      ...(['Cards', 'Products'].includes(noun) ? [[`getV1${noun}IdPrices`, { parameters }] as [string, Call]] : []),
    ];
  });
  const key = { parameters: { id: '$steps.postAdminKeys.outputs.id' } };
  const subscription = { parameters: { id: '$steps.postAdminSubscriptions.outputs.id' } };
  const delivery = { parameters: { id: '$steps.getAdminSubscriptionsIdDeliveries.outputs.id' } };
  return [
    ...reads,
    ['getCardStats', { parameters: { id: '$steps.getV1Cards.outputs.id' } }],
    ['getCardChart', { parameters: { id: '$steps.getV1Cards.outputs.id', step: 'month' } }],
    ['getProductStats', { parameters: { id: '$steps.getV1Products.outputs.id' } }],
    ['getExpansionStats', { parameters: { id: '$steps.getV1Expansions.outputs.id' } }],
    ['getExpansionChart', { parameters: { id: '$steps.getV1Expansions.outputs.id', span: 'all' } }],
    ['getV1CardsIdExplain', { parameters: { id: '$steps.getV1Cards.outputs.id' } }],
    ['getV1Cards', { parameters: { q: 'vultwik', include: 'prices' } }],
    ['getV1Cards', { parameters: { q: '' }, status: 400 }],
    ['getV1Cards', { parameters: { rarity: 'Luminous Rare', sort: '-usd' } }],
    ['getV1Cards', { parameters: { usd_min: 'dear' }, status: 400 }],
    ['getIndex', {}],
    ['getV1Cards', { parameters: { filter: 'hp>=50 -type:ember', sort: '-hp', game: 'game' } }],
    ['getV1Cards', { parameters: { filter: 'hp>=' }, status: 400 }],
    ['getV1Games', {}],
    ['listFields', {}],
    ['listMigrations', {}],
    ['getV1ValuesField', { parameters: { field: 'rarity' } }],
    ['getV1Movers', { parameters: { days: 7, direction: 'down' } }],
    ['postV1Lookup', { body: { rows: [{ name: 'Vultwik', number: '2/38' }, { name: 'no such card' }] } }],
    ['getV1Resolve', { parameters: { source: 'tcgdex', id: 'fl1-2' } }],
    ['getV1Events', { parameters: { limit: 5 } }],
    ['readEventsAtom', { parameters: { limit: 5 } }],
    ['getManifest', {}],
    ['downloadLinked', { parameters: { token: 'no', name: 'such' }, status: 404 }],
    ['getExportFile', { parameters: { file: 'series.ndjson' } }],
    ['getPicture', { parameters: { card: 'no-such-card', rendition: 'low' }, status: 404 }],
    ['getDemoPicturesPath', { parameters: { path: 'cards%2Ffl1-2%2Flow.jpg' } }],
    ...['Health', 'Livez', 'Readyz', 'Metrics', 'OpenapiJson'].map((name): [string, Call] => [`get${name}`, {}]),
    ['getAdminOverview', {}],
    ['getAdminRuns', {}],
    ['postAdminRuns', { body: { source: 'game.catalog' } }],
    ['getAdminAudit', {}],
    ['listHeld', {}],
    ['acceptHeld', { parameters: { id: 'no-such-part' }, status: 404 }],
    ['getAdminKeys', {}],
    ['postAdminKeys', { body: { name: 'respect', scopes: ['read'] }, outputs: { id } }],
    ['listKeyUsage', key],
    ['linkFile', { ...key, body: { file: 'events.atom', expires_at: '2099-01-01T00:00:00Z' } }],
    ['endLinks', { ...key, body: { file: 'events.atom' } }],
    ['postAdminKeysIdRotate', { ...key, body: {} }],
    ['postAdminKeysIdRevoke', key],
    ['postAdminSubscriptions', { body: { url: hook, events: ['game.*'], allow_private: true }, outputs: { id } }],
    ['getAdminSubscriptions', {}],
    ['postAdminSubscriptionsIdTest', { ...subscription, body: {} }],
    ['postAdminSubscriptionsIdPause', subscription],
    ['postAdminSubscriptionsIdRecover', { ...subscription, body: { since: '2020-01-01T00:00:00Z' } }],
    ['getAdminSubscriptionsIdDeliveries', { ...subscription, ...first }],
    ['getAdminDeliveriesId', delivery],
    ['postAdminDeliveriesIdResend', delivery],
    ['postAdminSubscriptionsIdResume', subscription],
    ['postAdminSubscriptionsIdRotateSecret', subscription],
    ['getAdminSubscriptionsId', subscription],
    ['deleteAdminSubscriptionsId', subscription],
    ['postConsoleSession', { body: { key: '$inputs.key' } }],
    ['getConsoleSession', {}],
  ];
}

/** The Arazzo description: one workflow, each call a step that must answer as the document says. */
function arazzo(operations: ReadonlyMap<string, Operation>, hook: string) {
  const seen = new Map<string, number>();
  const steps = calls(hook).map(([operationId, { parameters = {}, body, status, outputs }]): Step => {
    const operation = operations.get(operationId);
    assert.ok(operation, `the description has no ${operationId}`);
    const times = (seen.get(operationId) ?? 0) + 1;
    seen.set(operationId, times);
    return {
      stepId: times === 1 ? operationId : `${operationId}-${times}`,
      operationId: operation.operationId,
      'x-security': [{ schemeName: 'key', values: { token: '$inputs.key' } }],
      parameters: Object.entries(parameters).map(([name, value]) => ({
        name,
        value,
        in:
          (inPath(name) || (name === 'name' && operationId !== 'getV1Events')) && operationId !== 'getV1Resolve'
            ? 'path'
            : 'query',
      })),
      ...(body !== undefined && { requestBody: { contentType: 'application/json', payload: body } }),
      successCriteria: [{ condition: `$statusCode == ${status ?? Object.keys(operation.responses)[0]}` }],
      ...(outputs && { outputs }),
    };
  });
  const missing = [...operations.keys()].filter((name) => !seen.has(name) && !(name in LEFT_OUT));
  assert.deepEqual(missing, [], 'every operation is called, or left out with a reason');
  return {
    arazzo: '1.0.1',
    info: { title: 'Every operation', version: '1.0.0' },
    sourceDescriptions: [{ name: 'openapi', type: 'openapi', url: 'openapi.json' }],
    workflows: [{ workflowId: 'all', inputs: { type: 'object', properties: { key: { type: 'string' } } }, steps }],
  };
}

await using place = await newWorkplace();
if (redocly(['--version'], place.directory).status !== 0) {
  process.stdout.write(`skipped: npx cannot get ${REDOCLY} (no way to the package registry?)\n`);
  process.exit(0);
}
await using server = await startServer(place);
await using receiver = await startReceiver();
const { listening, first_key: key = '' } = server.announced;
// Files are made when they are first asked for; whoever asks sooner than they are there is asked to come again.
const manifest = () => fetch(`${listening}/export/manifest.json`, { headers: { authorization: `Bearer ${key}` } });
while ((await manifest()).status === 429) await sleep(1000);
const text = await (await fetch(`${listening}/openapi.json`)).text();
const { paths } = JSON.parse(text) as Description;
const operations = new Map(
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((one) => [one['x-former-operation-id'] ?? one.operationId, one] as const),
  ),
);
writeFileSync(join(place.directory, 'openapi.json'), text);
writeFileSync(join(place.directory, 'all.arazzo.json'), JSON.stringify(arazzo(operations, receiver.url)));

for (const args of [
  ['lint', 'openapi.json', '--format', 'stylish'],
  ['respect', 'all.arazzo.json', '--input', `key=${key}`, '--server', `openapi=${listening}`],
]) {
  const { status, stdout, stderr } = redocly(args, place.directory);
  if (status !== 0) process.stdout.write(`${stdout}${stderr}`);
  assert.equal(status, 0, `redocly ${args[0]}`);
  const told = `${stdout}${stderr}`.split('\n').filter((line) => /^\s*(Woohoo|Steps:|Checks:|Warnings:)/.test(line));
  process.stdout.write(`redocly ${args[0]}: ${told.map((line) => line.trim()).join(' · ')}\n`);
}
for (const [name, why] of Object.entries(LEFT_OUT)) process.stdout.write(`  left out: ${name}, ${why}\n`);
