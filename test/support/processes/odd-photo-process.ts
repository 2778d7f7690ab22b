/** A photo process that does as its photos say: answers, hangs, sleeps, ends, or counts. */
import type { FromProcess, ToProcess } from '../../../src/scan/processes/photo-messages.ts';

const say = (message: FromProcess) => process.send?.(message);

process.once('disconnect', () => process.exit(0));
process.on('message', (message: ToProcess) => {
  if ('location' in message) {
    if (message.location.dataDir === 'broken') process.exit(3);
    say({ ready: true });
    return;
  }
  const { id } = message;
  const order = Buffer.from(message.photo).toString();
  if (order === 'end') process.exit(1);
  if (order === 'refuse') say({ id, refused: 'no picture' });
  if (order === 'fault') say({ id, fault: 'a fault' });
  if (order === 'hang') for (;;);
  if (order === 'starve') say({ id, isStarved: true, isLast: true });
  if (order === 'empty') say({ id, isEmpty: true });
  if (order === 'answer') setTimeout(() => say({ id, found: { matches: [{ row: process.pid, score: 1 }] } }), 20);
});
