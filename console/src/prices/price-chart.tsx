/** The chart of one printing's prices; what draws it is fetched when the first chart is shown. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { amount } from '../elements/format.ts';
import { type Chart, daysBetween } from './chart-data.ts';
import type { DrawnPlot } from './plot.ts';

interface PriceChartProps {
  chart: Chart;
  from: string;
  to: string;
  /** What it shows, in words. */
  label: string;
}

export function PriceChart({ chart, from, to, label }: PriceChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let drawn: DrawnPlot | undefined;
    let turn = 0;
    const draw = async () => {
      turn += 1;
      const mine = turn;
      const { drawPlot } = await import('./plot.ts');
      const node = host.current;
      // Drawn anew, or gone, while what draws was fetched.
      if (mine !== turn || !node) return;
      const write = (cents: number | null) => amount(cents, chart.currency);
      drawn = drawPlot(node, daysBetween(from, to), chart.lines, write);
    };
    const failed = () => setFailed(true);
    draw().catch(failed);
    const redraw = () => {
      drawn?.end();
      drawn = undefined;
      draw().catch(failed);
    };
    addEventListener('cardstock:theme', redraw);
    return () => {
      turn += 1;
      removeEventListener('cardstock:theme', redraw);
      drawn?.end();
    };
  }, [chart, from, to]);
  return (
    <figure class="chart">
      <div ref={host} class="chart-host" role="img" aria-label={label} />
      {isFailed && <p class="quiet">The chart could not be fetched; the table has the same figures.</p>}
    </figure>
  );
}
