/** What pictures made to eat memory cost the service: growth of all its processes together, and how they are answered. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { codedIn, grid, heic, picture, turned } from '../../test/support/made/made-heic.ts';
import { line } from '../report.ts';
import { startScanService } from './service.ts';

const GROWTH_GOAL_MB = 150;
const SAMPLE_MS = 5;

/** A picture of one gradient: few bytes for many pixels. */
const wide = (width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width / 10}" height="${height / 10}"><linearGradient id="g"><stop stop-color="#204060"/><stop offset="1" stop-color="#e0c0a0"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
    ),
    { limitInputPixels: false },
  ).resize(width, height, { fit: 'fill', kernel: 'nearest' });

const makers: Record<string, () => Promise<Buffer>> = {
  'JPEG, 36 MP': () => wide(6000, 6000).removeAlpha().jpeg().toBuffer(),
  'JPEG, progressive, 36 MP': () => wide(6000, 6000).removeAlpha().jpeg({ progressive: true }).toBuffer(),
  'JPEG, progressive, 4:4:4, 39 MP': () =>
    wide(6250, 6250).removeAlpha().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  'JPEG, 36 MP, turned by EXIF': () =>
    wide(6000, 6000).removeAlpha().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  'JPEG, progressive, 4:4:4, 15 MP': () =>
    wide(3870, 3870).removeAlpha().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  'PNG, 36 MP': () => wide(6000, 6000).removeAlpha().png().toBuffer(),
  'PNG, interlaced, 36 MP': () => wide(6000, 6000).removeAlpha().png({ progressive: true }).toBuffer(),
  'PNG, interlaced, RGBA, 39 MP': () => wide(6250, 6250).png({ progressive: true }).toBuffer(),
  'PNG, interlaced, 16 bits, RGBA, 39 MP': () =>
    wide(6250, 6250).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  'PNG, interlaced, 21 MP': () => wide(4600, 4600).removeAlpha().png({ progressive: true }).toBuffer(),
  'PNG, interlaced, 16 bits, RGBA, 8 MP': () =>
    wide(2820, 2820).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  'WebP, 39 MP': () => wide(6250, 6250).webp({ effort: 0 }).toBuffer(),
  'WebP, lossless, 39 MP': () => wide(6250, 6250).webp({ effort: 0, lossless: true }).toBuffer(),
  'WebP, lossless, 16 MP': () => wide(4000, 4000).webp({ effort: 0, lossless: true }).toBuffer(),
  'AVIF, 5 MP': () => wide(2230, 2230).avif({ effort: 0 }).toBuffer(),
  'AVIF, 39 MP': () => wide(6250, 6250).removeAlpha().avif({ effort: 0 }).toBuffer(),
  'HEIC in tiles, 12 MP': async () => heic(grid(codedIn('tiles'), 4032, 3024, turned(3))),
  'HEIC in tiles, 39 MP': async () => heic(grid(codedIn('tiles'), 7680, 5120, turned(3))),
  'HEIC in one, 16 MP': async () => heic(codedIn('sixteen-megapixels').map((coded) => picture(coded, 4000, 4000))),
};

/** The process and all its descendants. */
const treeOf = (pid: number): number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
  } catch {
    // It ended meanwhile.
    return [];
  }
};

const memoryMb = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // It ended meanwhile.
    return 0;
  }
};

await using service = await startScanService(Number(process.argv[2] ?? 1));
// Every process is there before anything is measured.
for (let i = 0; i < 6; i += 1) await Promise.all(Array.from({ length: 4 }, () => service.scan(service.photo)));
const root = service.server.child.pid ?? 0;
const sumMb = () => treeOf(root).reduce((total, pid) => total + memoryMb(pid), 0);
const restMb = sumMb();
line('all processes at rest, warm', `${restMb.toFixed(0)} MB in ${treeOf(root).length} processes`);
let mostMb = 0;
for (const [name, make] of Object.entries(makers)) {
  if (!name.includes(process.argv[3] ?? '')) continue;
  const bytes = await make();
  // Large pictures end their process: its own record of its peak would be gone with it.
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, sumMb());
  }, SAMPLE_MS);
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 4 }, () => service.scan(bytes)));
  clearInterval(watch);
  const grownMb = peakMb - restMb;
  mostMb = Math.max(mostMb, grownMb);
  const size = `${(bytes.length / 1e6).toFixed(1)} MB`;
  line(
    `${name} (${size}), four at once`,
    `${answers.join(' ')}, +${grownMb.toFixed(0)} MB, ${(performance.now() - began).toFixed(0)} ms`,
  );
}
line('most that any of them cost', `+${mostMb.toFixed(0)} MB (goal ≤ ${GROWTH_GOAL_MB})`);
process.exitCode = mostMb <= GROWTH_GOAL_MB ? 0 : 1;
