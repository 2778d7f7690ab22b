/** Shows how far long work is: on a terminal a bar below the lines written meanwhile, elsewhere a line every few seconds. */
import { visible } from '../catalog/visible.ts';
import type { Progress } from '../ingest/source.ts';
import { cutTo } from './table.ts';

const LINE_EVERY_MS = 5000;
const BAR_WIDTH = 28;
/** Where a terminal does not tell its own, or says 0. */
const COLUMNS = 80;
const CLEARED = '\r\x1b[2K';

function describe({ task, step, done, total }: Progress): string {
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
  /** Writes a line above the bar. */
  line(text: string): void;
  /**
   * Takes the bar away until there is progress again: something else is about to be written. Where there is none, nothing
   * more is written: a file would fill with what is the console's to show.
   */
  clear(): void;
  /** Takes the bar away for good. */
  end(): void;
}

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
