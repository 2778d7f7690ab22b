/** Pages whose script comes when they are first shown: those that few open. */
import type { ComponentType } from 'preact';
import { Loaded, Skeleton } from '../elements/states.tsx';
import { useLoad } from '../service/load.ts';

export function Later({ name, script }: { name: string; script: () => Promise<ComponentType> }) {
  const loading = useLoad(name, script);
  return (
    <Loaded loading={loading} wait={<Skeleton kind="row" count={4} />}>
      {(Shown) => <Shown />}
    </Loaded>
  );
}
