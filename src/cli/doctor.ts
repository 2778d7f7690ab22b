/** `cardstock doctor`: looks at everything the service stands on, and says what to do about what does not hold. */
import { locationOf } from '../service/configured-parts.ts';
import { openStore } from '../store/engines/open-store.ts';
import type { Store } from '../store/store.ts';
import * as checks from './checks.ts';
import { type CommonFlags, configOf } from './context.ts';
import { EXIT, printRows } from './output.ts';

/** Exits 3 when something is bad. */
export async function doctor(flags: CommonFlags): Promise<void> {
  const config = configOf(flags);
  const findings: checks.Finding[] = [checks.checkNode(), await checks.checkData(config)];
  let store: Store | undefined;
  try {
    store = await openStore(locationOf(config));
    findings.push(await checks.checkStore(store));
  } catch (error) {
    findings.push(checks.storeFailed(error));
  }
  findings.push(...(await checks.checked('clock', checks.checkClock(store, config))));
  findings.push(...(await checks.checkSources(config)));
  if (store) {
    findings.push(...(await checks.checked('games', checks.checkGames(store, config))));
    findings.push(...(await checks.checked('keys', checks.checkKeys(store))));
    findings.push(...(await checks.checked('tasks', checks.checkTasks(store, config))));
    findings.push(...(await checks.checked('deliveries', checks.checkDeliveries(store))));
    findings.push(...(await checks.checked('subscriptions', checks.checkSubscriptions(store))));
    await store.close();
  }
  findings.push(await checks.checkRedis(config), await checks.checkPublicUrl(config));
  printRows(
    findings,
    flags.json ?? false,
    ({ check, state, says, remedy }) => ({ check, state, says, remedy }),
    'wrap',
  );
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = EXIT.degraded;
}
