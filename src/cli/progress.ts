/** Shows how far an ingest run is: a bar on a terminal, a line every few seconds elsewhere. */
import { visible } from '../catalog/visible.ts';
import type { Progress } from '../ingest/source.ts';

const LINE_EVERY_MS = 5000;
const BAR_WIDTH = 28;

function describe({ task, step, done, total }: Progress): string {
  const said = visible(`${task}: ${step}`);
  if (total === undefined) return said;
  return `${said} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
}

function bar({ done, total }: Progress): string {
  const filled = total ? Math.round((done / total) * BAR_WIDTH) : 0;
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
}

/** Writes progress to standard error, until `end` clears the bar for good: later runs are the console's to show. */
export function progressDisplay(stream: NodeJS.WriteStream = process.stderr): {
  show(progress: Progress): void;
  end(): void;
} {
  let lastLine = 0;
  let shown = false;
  let isOver = false;
  return {
    show: (progress) => {
      if (isOver) return;
      if (stream.isTTY) {
        stream.write(`\r\x1b[2K  ${bar(progress)} ${describe(progress)}`);
        shown = true;
      } else if (Date.now() - lastLine >= LINE_EVERY_MS) {
        lastLine = Date.now();
        stream.write(`${describe(progress)}\n`);
      }
    },
    end: () => {
      if (shown) stream.write('\r\x1b[2K');
      isOver = true;
    },
  };
}
