/** PostgreSQL at an address that can be led elsewhere, and a standby that takes its place there. */
import type { TestContext } from 'node:test';
import { openStore } from '../../../src/store/open-store.ts';
import { newPostgresServer } from './postgres-server.ts';
import { newStandby, type PostgresStandby } from './postgres-standby.ts';
import { tcpProxyTo } from './tcp-proxy.ts';

const LIMIT_MS = 20_000;

const portOf = (url: string) => Number(new URL(url).port);

export interface FailOverStage extends AsyncDisposable {
  /** Where the main server is, whichever that is. */
  address: string;
  /** A standby that shows the catalog's `version`. */
  standbyAt(version: number, t: TestContext): Promise<PostgresStandby>;
  /** Ends the main server as a crash does, for good: nothing flows from it any more. */
  lose(): Promise<void>;
  /** Nobody is at the address any more. */
  refuse(): Promise<void>;
  /** The standby, promoted before, is at the address. */
  leadTo(standby: PostgresStandby): Promise<void>;
}

export async function failOverStage(): Promise<FailOverStage> {
  const stack = new AsyncDisposableStack();
  const primary = stack.use(await newPostgresServer());
  const proxy = stack.use(await tcpProxyTo(portOf(primary.url)));
  const address = new URL(primary.url);
  address.port = String(proxy.port);
  return {
    address: address.href,
    standbyAt: async (version, t) => {
      const standby = stack.use(await newStandby(primary.url));
      const behind = await openStore({ dataDir: '', databaseUrl: primary.url, readUrl: standby.url });
      const shown = async () => {
        // Snapshots alone are the replica's.
        const seen = await behind.snapshot(async () => undefined);
        if (seen.version !== version) throw new Error(`the standby shows ${seen.version}, not ${version}`);
      };
      await t.waitFor(shown, { timeout: LIMIT_MS }).finally(() => behind.close());
      return standby;
    },
    lose: () => primary.kill(),
    refuse: () => proxy.refuse(),
    leadTo: (standby) => proxy.restore(portOf(standby.url)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
