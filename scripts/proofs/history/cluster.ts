/** PostgreSQL at one address with a stand-by that has every commit, and a new pair after each fail-over. */
import pg from 'pg';
import { newPostgresServer } from '../../../test/support/servers/postgres-server.ts';
import { newStandby } from '../../../test/support/servers/postgres-standby.ts';
import { tcpProxyTo } from '../../../test/support/servers/tcp-proxy.ts';

export interface Cluster extends AsyncDisposable {
  /** Where the main server is, whichever that is. */
  url: string;
  /** Kills the main server, has the stand-by take its place, and gives it a stand-by of its own. */
  failOver(): Promise<void>;
}

const portOf = (url: string) => Number(new URL(url).port);

async function tell(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Whether a commit waits until the stand-by has it: without, a fail-over may lose what was told to be done. */
const waitsFor = (names: string) => [
  `alter system set synchronous_standby_names = '${names}'`,
  'select pg_reload_conf()',
];

export async function newCluster(): Promise<Cluster> {
  const stack = new AsyncDisposableStack();
  const first = stack.use(await newPostgresServer());
  const proxy = stack.use(await tcpProxyTo(portOf(first.url)));
  const address = new URL(first.url);
  address.port = String(proxy.port);
  let main: { url: string; kill(): Promise<void> } = first;
  const follow = async () => {
    const behind = stack.use(await newStandby(main.url));
    await tell(main.url, ...waitsFor('*'));
    while ((await tell(main.url, "select 1 from pg_stat_replication where sync_state = 'sync'")).length === 0);
    return behind;
  };
  let standby = await follow();
  return {
    url: address.href,
    failOver: async () => {
      await proxy.refuse();
      await main.kill();
      await standby.promote();
      main = standby;
      // Until it has a stand-by there is nobody whom a commit could wait for.
      await tell(main.url, ...waitsFor(''));
      await proxy.restore(portOf(main.url));
      standby = await follow();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
