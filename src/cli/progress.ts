/** Shows how far long work is: on a terminal a bar below the lines written meanwhile, elsewhere a line every few seconds. */
import { visible } from '../catalog/visible.ts';
import type { Progress } from '../ingest/source.ts';
import { printNote } from './output.ts';
import { cutTo } from './table.ts';

const LINE_EVERY_MS = 5000;
const BAR_WIDTH = 28;
/** Where a terminal does not tell its own, or says 0. */
const COLUMNS = 80;
const CLEARED = '\r\x1b[2K';

function describe({ task, step, done, total }: Progress): string {
  if (step === '') return visible(task);
  const said = visible(`${task}: ${step}`);
  if (total === undefined) return said;
  return `${said} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
}

/** How much of the step is done; one whose size nobody knows shows neither bar nor share. */
function bar({ done, total }: Progress): string {
  if (total === undefined) return `${' '.repeat(BAR_WIDTH + 4)}…`;
  const share = total === 0 ? 1 : Math.min(done / total, 1);
  const filled = Math.floor(share * BAR_WIDTH);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${percent} %`;
}

/** The lower edge of a terminal, where one bar stands. */
export interface ProgressDisplay {
  show(progress: Progress): void;
  /** Takes a task's bar away, full where the task came to its end. */
  finish(task: string, isWhole: boolean): void;
  line(text: string): void;
  /**
   * Takes the bar away until there is progress again: something else is about to be written. Where there is none, nothing
   * more is written: a file would fill with what is the console's to show.
   */
  clear(): void;
  /** Takes the bar away for good. */
  end(): void;
}

const STEPS = 1000;

/** Shows the runs of all sources as one bar, and the index of pictures as another: a newcomer knows none of them by name. */
export function asOneBar(
  display: ProgressDisplay,
  scanTask: string,
): ProgressDisplay & { expect(names: string[]): void } {
  const bars = { prices: 'Loading prices', scan: 'Preparing photo search' };
  const left = new Set<string>();
  let [total, furthest] = [1, 0];
  return {
    ...display,
    expect: (names) => {
      for (const name of names) left.add(name);
      [total, furthest] = [Math.max(1, left.size), 0];
    },
    show: (progress) => {
      if (progress.task === scanTask) return display.show({ ...progress, task: bars.scan, step: '' });
      if (!left.has(progress.task)) return;
      const share = progress.total ? progress.done / progress.total : 0;
      // A source takes several steps, each of which begins at nothing.
      furthest = Math.max(furthest, (total - left.size + share) * STEPS);
      display.show({ task: bars.prices, step: '', done: furthest, total: total * STEPS });
    },
    finish: (task, isWhole) => {
      if (task === scanTask) return display.finish(bars.scan, isWhole);
      left.delete(task);
      if (left.size === 0) display.finish(bars.prices, isWhole);
    },
  };
}

/** For standard error that programs read: whoever wants to know how far a run is asks the service. */
export const SILENT: ProgressDisplay = {
  show: () => undefined,
  finish: () => undefined,
  line: (text) => printNote(text),
  clear: () => undefined,
  end: () => undefined,
};

/** Writes to standard error; without a bar where its lines are read by a program. */
export function progressDisplay(stream: NodeJS.WriteStream = process.stderr, hasBar = stream.isTTY): ProgressDisplay {
  return hasBar ? barOn(stream) : linesOn(stream);
}

function linesOn(stream: NodeJS.WriteStream): ProgressDisplay {
  let lastLine = 0;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  return {
    show: (progress) => {
      if (isOver || Date.now() - lastLine < LINE_EVERY_MS) return;
      lastLine = Date.now();
      stream.write(`${describe(progress)}\n`);
    },
    finish: () => undefined,
    line: (text) => void stream.write(`${text}\n`),
    clear: end,
    end,
  };
}

function barOn(stream: NodeJS.WriteStream): ProgressDisplay {
  /** Tasks under way, the one that began first in front: of two at once it has the bar, and the other one after it. */
  const underWay = new Map<string, Progress>();
  let isShown = false;
  let isOver = false;
  const draw = (progress: Progress) => {
    const text = cutTo(`  ${bar(progress)} ${describe(progress)}`, (stream.columns || COLUMNS) - 1);
    stream.write(`${CLEARED}${text}`);
    isShown = true;
  };
  const inFront = (): Progress | undefined => underWay.values().next().value;
  const drawFull = (progress: Progress) => progress.total !== undefined && draw({ ...progress, done: progress.total });
  const clear = () => {
    if (isShown) stream.write(CLEARED);
    isShown = false;
  };
  return {
    show: (progress) => {
      if (isOver) return;
      const before = underWay.get(progress.task);
      underWay.set(progress.task, progress);
      if (inFront() !== progress) return;
      // Progress is told now and then: the last that was told of a step is seldom its end.
      if (before && before.step !== progress.step) drawFull(before);
      draw(progress);
    },
    finish: (task, isWhole) => {
      const last = underWay.get(task);
      if (last && isWhole && !isOver && inFront() === last) drawFull(last);
      underWay.delete(task);
      clear();
    },
    line: (text) => {
      clear();
      stream.write(`${text}\n`);
      const next = inFront();
      if (next && !isOver) draw(next);
    },
    clear,
    end: () => {
      isOver = true;
      // Also where no bar is: the terminal may have written ^C there.
      stream.write(CLEARED);
    },
  };
}
