/** The live progress of runs, as the service streams it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { BELOW } from '../service/root.ts';
import { call } from '../service/service.ts';
import type { Run, RunProgress } from './records.ts';

const AGAIN_MS = 3000;

export interface LiveRuns {
  runs: RunProgress[];
  /** False while the stream is cut; the browser connects again by itself. */
  isLive: boolean;
}

/** Follows the stream; `onFinished` hears of every run that ends. */
export function useRunProgress(onFinished: (run: Run) => void): LiveRuns {
  const [live, setLive] = useState<LiveRuns>({ runs: [], isLive: false });
  const latest = useRef(onFinished);
  latest.current = onFinished;
  useEffect(() => {
    let stream: EventSource;
    let again: ReturnType<typeof setTimeout>;
    const open = () => {
      stream = new EventSource(`${BELOW}/admin/runs/progress`);
      stream.addEventListener('open', () => setLive((last) => ({ ...last, isLive: true })));
      stream.addEventListener('error', () => {
        setLive((last) => ({ ...last, isLive: false }));
        // A refusal ends a stream for good: it is opened anew, and the session is sent to sign in where it has ended.
        if (stream.readyState === EventSource.CLOSED) again = setTimeout(() => void reopen(), AGAIN_MS);
      });
      stream.addEventListener('progress', (event) => {
        const { runs } = JSON.parse(event.data) as { runs: RunProgress[] };
        setLive({ runs, isLive: true });
      });
      stream.addEventListener('finished', (event) => latest.current(JSON.parse(event.data) as Run));
    };
    let isGone = false;
    const reopen = async () => {
      // What it came to shows in the next stream; an ended session is heard of by the whole page.
      await call('GET', '/admin/runs?limit=1').catch(() => undefined);
      if (!isGone) open();
    };
    open();
    return () => {
      isGone = true;
      clearTimeout(again);
      stream.close();
    };
  }, []);
  return live;
}
