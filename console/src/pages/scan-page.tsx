/** Scan: a photo from a file, the clipboard or the camera becomes candidates with their scores. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CardstockError, PlacedCard, ScanMatch, ScanResult } from '../../../client/src/cardstock.ts';
import { Camera } from '../cards/camera.tsx';
import { ScanList, useScanList } from '../cards/scan-list.tsx';
import { rarityText } from '../elements/format.ts';
import { Picture } from '../elements/picture.tsx';
import { ResultRow } from '../elements/result-row.tsx';
import { RequestNote } from '../elements/snippet-box.tsx';
import { Empty, ErrorNotice, Skeleton } from '../elements/states.tsx';
import { Icon } from '../frame/icons.tsx';
import { usePlace } from '../frame/router.tsx';
import { useTitle } from '../frame/title.ts';
import { asError } from '../service/load.ts';
import { client } from '../service/service.ts';

type Scan =
  | { state: 'none' }
  | { state: 'scanning'; photo: string }
  | { state: 'failed'; photo: string; error: CardstockError; again: () => void }
  | { state: 'done'; photo: string; result: ScanResult; tookMs: number };

/** Scans photos; a later one takes the place of the one before, whose answer `onMatches` still hears of. */
function useScan(
  isEvery: boolean,
  onMatches: (matches: readonly ScanMatch[]) => void,
): { scan: Scan; start: (photo: Blob) => void } {
  const [scan, setScan] = useState<Scan>({ state: 'none' });
  const left = useRef(new AbortController());
  const shown = useRef<string | undefined>(undefined);
  const start = useCallback(
    async (blob: Blob) => {
      if (shown.current) URL.revokeObjectURL(shown.current);
      const controller = left.current;
      const photo = URL.createObjectURL(blob);
      shown.current = photo;
      setScan({ state: 'scanning', photo });
      const startedAt = performance.now();
      try {
        const result = await client.scan(blob, { signal: controller.signal, cards: isEvery ? 'all' : undefined });
        // Who left hears nothing.
        if (controller.signal.aborted) return;
        for (const { matches } of result.cards?.length ? result.cards : [result]) onMatches(matches);
        // An answer of a photo before stands in the list alone.
        if (shown.current === photo) setScan({ state: 'done', photo, result, tookMs: performance.now() - startedAt });
      } catch (cause) {
        if (!controller.signal.aborted && shown.current === photo)
          setScan({ state: 'failed', photo, error: asError(cause), again: () => start(blob) });
      }
    },
    [isEvery, onMatches],
  );
  useEffect(
    () => () => {
      left.current.abort();
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

function MatchRows({ matches, label }: { matches: readonly ScanMatch[]; label: string }) {
  return (
    <ul class="results" aria-label={label}>
      {matches.map(({ score, card }) => (
        <ResultRow
          key={card.id}
          to={`/cards/${encodeURIComponent(card.id)}`}
          picture={card.image?.low ?? null}
          score={score}
          name={card.name}
          letter={card.name.charAt(0)}
          facts={[card.expansion.name, card.number && `#${card.number}`, rarityText(card.rarity)]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </ul>
  );
}

/** Each of several cards under the number that its outline bears on the photo. */
function EveryCard({ cards }: { cards: readonly PlacedCard[] }) {
  return (
    <>
      <h2>{cards.length === 1 ? 'One card' : `${cards.length} cards`}</h2>
      <ol class="placed-cards">
        {cards.map(({ corners, matches }, i) => (
          <li key={String(corners)}>
            <MatchRows matches={matches} label={`Card ${i + 1}`} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Where the cards lie, over the photo. */
function Outlines({ cards }: { cards: readonly PlacedCard[] }) {
  return (
    <>
      <svg class="scan-outlines" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {cards.map(({ corners }) => (
          <polygon key={String(corners)} points={corners.join(' ')} />
        ))}
      </svg>
      {cards.map(({ corners }, i) => {
        const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0) / 4, 0));
        return (
          <span
            key={String(corners)}
            class="scan-number"
            style={{ left: `${100 * (x ?? 0)}%`, top: `${100 * (y ?? 0)}%` }}
          >
            {i + 1}
          </span>
        );
      })}
    </>
  );
}

function Matches({ result: { matches, cards, several, more }, tookMs }: { result: ScanResult; tookMs: number }) {
  const took = <p class="quiet">Answered in {Math.round(tookMs)} ms.</p>;
  if (cards !== undefined && cards.length > 0) {
    return (
      <>
        <EveryCard cards={cards} />
        {more && <p>The photo shows more cards than these: scan a part of it.</p>}
        {took}
      </>
    );
  }
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
      <MatchRows matches={matches} label="Matches" />
      {several && <p>Several cards are on this photo. This one lies nearest the middle.</p>}
      {took}
    </>
  );
}

function Outcome({ scan }: { scan: Scan }) {
  if (scan.state === 'none') return null;
  return (
    <section class="scan-outcome" aria-live="polite" aria-busy={scan.state === 'scanning'}>
      <div class="scan-place">
        <Picture class="scan-photo" src={scan.photo} alt="What was scanned">
          <span class="scan-photo card-blank">not to be shown</span>
        </Picture>
        {scan.state === 'done' && scan.result.cards && <Outlines cards={scan.result.cards} />}
      </div>
      <div>
        {scan.state === 'scanning' && <Skeleton kind="row" count={3} />}
        {scan.state === 'failed' && <ErrorNotice error={scan.error} again={scan.again} />}
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
      <p class="drop-lead">Choose a photo, drop it here, or paste it.</p>
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
      <p class="quiet">JPEG, PNG, WebP or AVIF, at most 10&nbsp;MB.</p>
      {isStrange && (
        <p class="field-error" role="alert">
          That is not a picture file.
        </p>
      )}
    </section>
  );
}

/** A photo that a phone's *Share* handed over waits for this page, once. */
function useShared(take: (photo: Blob) => void): void {
  const isShared = usePlace().query.has('shared');
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isShared) return;
    const read = async () => {
      const shared = await caches.open('cardstock.shared');
      const photo = await shared.match('/photo');
      await shared.delete('/photo');
      if (photo) latest.current(await photo.blob());
    };
    read().catch(() => undefined);
  }, [isShared]);
}

export function ScanPage() {
  useTitle('Scan');
  const [isEvery, setEvery] = useState(false);
  const { add, ...list } = useScanList();
  const { scan, start } = useScan(isEvery, add);
  const [hasCamera, setCamera] = useState(false);
  usePaste(start);
  useShared(start);
  return (
    <>
      <h1>Scan</h1>
      <Outcome scan={scan} />
      <ScanList {...list} />
      <label class="check">
        <input type="checkbox" checked={isEvery} onChange={(event) => setEvery(event.currentTarget.checked)} />
        Several cards: name each of up to twelve
      </label>
      {hasCamera ? (
        <Camera onPhoto={start} onClose={() => setCamera(false)} />
      ) : (
        <PhotoPlace take={start} onCamera={() => setCamera(true)} />
      )}
      <p class="quiet">
        A photo of one card, anywhere in it, becomes the card; of several, one after another, a list with prices. Photos
        are looked at in memory and never stored.
      </p>
      <RequestNote snippet={{ method: 'POST', path: isEvery ? '/v1/scan?cards=all' : '/v1/scan', file: 'photo.jpg' }} />
    </>
  );
}
