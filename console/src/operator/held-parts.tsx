/** Parts of sources that a guard leaves out, each with its reason and the button that takes it as it is. */
import { Action } from '../elements/action.tsx';
import { call } from '../service/service.ts';
import type { HeldPart } from './records.ts';
import { startRun } from './start-run.ts';

const accept = async ({ id, source }: HeldPart) => {
  await call('POST', `/admin/held/${encodeURIComponent(id)}/accept`);
  await startRun(source);
};

export const HeldParts = ({ parts, again }: { parts: readonly HeldPart[]; again(): void }) =>
  parts.length > 0 && (
    <section class="panel">
      <h2>Left out</h2>
      <ul class="notices">
        {parts.map((held) => (
          <li key={held.id}>
            <strong>
              {held.source} {held.part}
            </strong>
            <p>{held.reason}</p>
            <Action act={() => accept(held).then(again)} question="Subscribers are notified.">
              Accept
            </Action>
          </li>
        ))}
      </ul>
    </section>
  );
