/** Scan: a photo from a file, the clipboard or the camera becomes candidates with their scores. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CardstockError, ScanResult } from '../../../client/src/cardstock.ts';
import { Camera } from '../cards/camera.tsx';
import { Picture } from '../elements/picture.tsx';
import { ResultRow } from '../elements/result-row.tsx';
import { RequestNote } from '../elements/snippet-box.tsx';
import { Empty, ErrorNotice, Skeleton } from '../elements/states.tsx';
import { Icon } from '../frame/icons.tsx';
import { useTitle } from '../frame/title.ts';
import { asError } from '../service/load.ts';
import { client } from '../service/service.ts';

type Scan =
  | { state: 'none' }
  | { state: 'scanning'; photo: string }
  | { state: 'failed'; photo: string; error: CardstockError; blob: Blob }
  | { state: 'done'; photo: string; result: ScanResult; tookMs: number };

/** Scans photos one at a time: a later one takes the place of the one before. */
function useScan(): { scan: Scan; start: (photo: Blob) => void } {
  const [scan, setScan] = useState<Scan>({ state: 'none' });
  const underway = useRef<AbortController | undefined>(undefined);
  const shown = useRef<string | undefined>(undefined);
  const start = useCallback(async (blob: Blob) => {
    underway.current?.abort();
    if (shown.current) URL.revokeObjectURL(shown.current);
    const controller = new AbortController();
    underway.current = controller;
    const photo = URL.createObjectURL(blob);
    shown.current = photo;
    setScan({ state: 'scanning', photo });
    const startedAt = performance.now();
    try {
      const result = await client.scan(blob, { signal: controller.signal });
      // An answer that was here already when the next photo came is of the photo before.
      if (controller.signal.aborted) return;
      setScan({ state: 'done', photo, result, tookMs: performance.now() - startedAt });
    } catch (cause) {
      if (!controller.signal.aborted) setScan({ state: 'failed', photo, error: asError(cause), blob });
    }
  }, []);
  useEffect(
    () => () => {
      underway.current?.abort();
      if (shown.current) URL.revokeObjectURL(shown.current);
    },
    [],
  );
  return { scan, start };
}

const pictureIn = (files: Iterable<File>): File | undefined => [...files].find(({ type }) => type.startsWith('image/'));

/** Pasted pictures are scanned wherever the focus is. */
function usePaste(take: (photo: Blob) => void): void {
  useLayoutEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const photo = pictureIn(event.clipboardData?.files ?? []);
      if (!photo) return;
      event.preventDefault();
      take(photo);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, [take]);
}

function Matches({ result: { matches }, tookMs }: { result: ScanResult; tookMs: number }) {
  const took = <p class="quiet">Answered in {Math.round(tookMs)} ms.</p>;
  if (matches.length === 0) {
    return (
      <Empty title="No card was recognised">
        <p>Nothing was likely enough. A straight photo of one card, filling most of the picture, works best.</p>
        {took}
      </Empty>
    );
  }
  return (
    <>
      <h2>{matches.length === 1 ? 'This is' : 'It is one of these'}</h2>
      <ul class="results" aria-label="Matches">
        {matches.map(({ score, card }) => (
          <ResultRow
            key={card.id}
            to={`/cards/${encodeURIComponent(card.id)}`}
            picture={card.image?.low ?? null}
            score={score}
            name={card.name}
            facts={[card.expansion.name, card.number && `#${card.number}`, card.rarity].filter(Boolean).join(' · ')}
          />
        ))}
      </ul>
      {took}
    </>
  );
}

function Outcome({ scan, start }: { scan: Scan; start: (photo: Blob) => void }) {
  if (scan.state === 'none') return null;
  return (
    <section class="scan-outcome" aria-live="polite" aria-busy={scan.state === 'scanning'}>
      <Picture class="scan-photo" src={scan.photo} alt="What was scanned">
        <span class="scan-photo card-blank">not to be shown</span>
      </Picture>
      <div>
        {scan.state === 'scanning' && <Skeleton kind="row" count={3} />}
        {scan.state === 'failed' && <ErrorNotice error={scan.error} again={() => start(scan.blob)} />}
        {scan.state === 'done' && <Matches result={scan.result} tookMs={scan.tookMs} />}
      </div>
    </section>
  );
}

/** A picture that is dropped on the place for it; anything else is said to be none. */
function useDrop(take: (photo: Blob) => void) {
  const [isOver, setOver] = useState(false);
  const [isStrange, setStrange] = useState(false);
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = () => setOver(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const photo = pictureIn(event.dataTransfer?.files ?? []);
    if (photo) take(photo);
    setStrange(photo === undefined);
  };
  return { isOver, isStrange, handlers: { onDragOver, onDragLeave, onDrop } };
}

function PhotoPlace({ take, onCamera }: { take: (photo: Blob) => void; onCamera: () => void }) {
  const { isOver, isStrange, handlers } = useDrop(take);
  return (
    <section class={isOver ? 'drop is-over' : 'drop'} aria-label="Give a photo" {...handlers}>
      <p class="drop-lead">Drop a photo here, or paste one.</p>
      <div class="tools">
        <label class="button primary">
          Choose a file
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            onChange={(event) => {
              const photo = event.currentTarget.files?.[0];
              if (photo) take(photo);
              // The same file may be chosen again.
              event.currentTarget.value = '';
            }}
          />
        </label>
        <button type="button" onClick={onCamera}>
          <Icon name="camera" />
          Use the camera
        </button>
      </div>
      <p class="quiet">JPEG, PNG, WebP or AVIF, at most 10 MB.</p>
      {isStrange && (
        <p class="field-error" role="alert">
          That is not a picture file.
        </p>
      )}
    </section>
  );
}

export function ScanPage() {
  useTitle('Scan');
  const { scan, start } = useScan();
  const [hasCamera, setCamera] = useState(false);
  usePaste(start);
  return (
    <>
      <h1>Scan</h1>
      <p>A photo of one card, anywhere in it, becomes the card. Photos are looked at in memory and never stored.</p>
      {hasCamera ? (
        <Camera onPhoto={start} onClose={() => setCamera(false)} />
      ) : (
        <PhotoPlace take={start} onCamera={() => setCamera(true)} />
      )}
      <Outcome scan={scan} start={start} />
      <RequestNote snippet={{ method: 'POST', path: '/v1/scan', file: 'photo.jpg' }} />
    </>
  );
}
