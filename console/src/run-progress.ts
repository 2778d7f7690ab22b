/** The live progress of runs, as the service streams it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Run, RunProgress } from './operator-records.ts';

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
    const stream = new EventSource('/admin/runs/progress');
    stream.addEventListener('open', () => setLive((last) => ({ ...last, isLive: true })));
    stream.addEventListener('error', () => setLive((last) => ({ ...last, isLive: false })));
    stream.addEventListener('progress', (event) => {
      const { runs } = JSON.parse(event.data) as { runs: RunProgress[] };
      setLive({ runs, isLive: true });
    });
    stream.addEventListener('finished', (event) => latest.current(JSON.parse(event.data) as Run));
    return () => stream.close();
  }, []);
  return live;
}
