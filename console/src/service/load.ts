/** Reading from the service into a page: loading, done or failed, cut short when nobody waits for it any more. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
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
 * Loads when `key` changes, and again when asked, or when the connection is back after a failure.
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
  useEffect(() => {
    const controller = new AbortController();
    const startedAt = performance.now();
    setState((last) => (last.key === key || keeps ? { ...last, key, error: undefined, isLoading: true } : empty(key)));
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
  const isWaiting = state.error?.code === 'network';
  useEffect(() => {
    if (!isWaiting) return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isWaiting, again]);
  // Until the effect has run, what stands in the state is of the key before.
  const { data, error, isLoading, tookMs } = state.key === key || keeps ? state : empty<Data>(key);
  return { data, error, isLoading, tookMs, again };
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
const PAUSE_MS = 90;

/** What is typed: a letter after a pause at once, of those typed fast what stands when the time is up. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  const nextMs = useRef(0);
  useEffect(() => {
    const take = () => {
      nextMs.current = Date.now() + PAUSE_MS;
      setPaused(text);
    };
    const timer = setTimeout(take, nextMs.current - Date.now());
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
