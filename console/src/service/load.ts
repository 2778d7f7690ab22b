/** Reading from the service into a page: loading, done or failed, cut short when nobody waits for it any more. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CardstockError } from '../../../client/src/cardstock-error.ts';

export type Loading<Data> = {
  /** The newest data; also while newer is under way, or after it failed to come. */
  data: Data | undefined;
  error: CardstockError | undefined;
  isLoading: boolean;
  /** How long the newest answer took to come. */
  tookMs: number | undefined;
  again(): void;
};

export const asError = (error: unknown): CardstockError =>
  error instanceof CardstockError
    ? error
    : new CardstockError('unexpected_answer', error instanceof Error ? error.message : String(error), { cause: error });

interface State<Data> {
  key: string;
  data: Data | undefined;
  error: CardstockError | undefined;
  isLoading: boolean;
  tookMs: number | undefined;
}

/**
 * Loads when `key` changes, and again when asked, or by itself once the service can be reached again.
 * @param keeps whether the data of the last key stays in sight until the next has come
 */
export function useLoad<Data>(
  key: string,
  load: (signal: AbortSignal) => Promise<Data>,
  { keeps = false }: { keeps?: boolean } = {},
): Loading<Data> {
  const [state, setState] = useState<State<Data>>(() => empty(key));
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // Asked for in the turn of what asks for it: an effect would wait until the page of before was painted.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const startedAt = performance.now();
    setState((last) =>
      last.key === key || keeps ? { ...last, key, error: stillUnreached(last.error), isLoading: true } : empty(key),
    );
    latest.current(controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return;
        setState({ key, data, error: undefined, isLoading: false, tookMs: performance.now() - startedAt });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState((last) => ({ ...last, error: asError(error), isLoading: false }));
      },
    );
    return () => controller.abort();
  }, [key, turn, keeps]);
  const again = useCallback(() => setTurn((last) => last + 1), []);
  useComeback(state.error, again);
  // Until the effect has run, what stands in the state is of the key before.
  const { data, error, tookMs } = state.key === key || keeps ? state : empty<Data>(key);
  return { data, error, isLoading: state.isLoading || state.key !== key, tookMs, again };
}

/** What stays in sight while it is tried again: a message that came and went every few seconds would be read aloud each time. */
export const stillUnreached = (error: CardstockError | undefined) => (error?.code === 'network' ? error : undefined);

/** How long a page waits for a service that could not be reached, before it asks again. */
const COMEBACK_MS = 5000;

/**
 * Asks again after a failure of the network: when the browser says that the connection is back, and every few seconds, since
 * it says so before a request gets through, and nothing of a service that starts again.
 */
export function useComeback(error: CardstockError | undefined, again: () => void): void {
  useEffect(() => {
    if (stillUnreached(error) === undefined) return;
    const timer = setTimeout(again, COMEBACK_MS);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [error, again]);
}

/** A record in a language: it stays in sight while it comes in another one, and no other record does. */
export function useRecord<Data>(
  place: string,
  lang: string | undefined,
  load: (signal: AbortSignal) => Promise<Data>,
): Loading<Data> {
  const read = async (signal: AbortSignal) => ({ place, record: await load(signal) });
  const { data, ...loading } = useLoad(`${place}/${lang ?? ''}`, read, { keeps: true });
  return { ...loading, data: data?.place === place ? data.record : undefined };
}

const empty = <Data>(key: string): State<Data> => ({
  key,
  data: undefined,
  error: undefined,
  isLoading: true,
  tookMs: undefined,
});

/** Loads again every so often while the page is in sight; never while an answer is on its way, which it would cut. */
export function useEvery(seconds: number, { isLoading, again }: Pick<Loading<unknown>, 'isLoading' | 'again'>): void {
  const isBusy = useRef(isLoading);
  isBusy.current = isLoading;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !isBusy.current) again();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, again]);
}

/** Between two questions: shorter than the pause of a slow writer between two letters, longer than that of a fast one. */
const PAUSE_MS = 40;

/** What is typed: a letter after a pause at once, of those typed fast what stands when the time is up. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  const nextMs = useRef(0);
  useLayoutEffect(() => {
    const take = () => {
      nextMs.current = Date.now() + PAUSE_MS;
      setPaused(text);
    };
    const leftMs = nextMs.current - Date.now();
    if (leftMs <= 0) return take();
    const timer = setTimeout(take, leftMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
