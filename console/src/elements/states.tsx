/** What a page shows while it waits, when there is nothing, and when something went wrong. */
import type { ComponentChildren } from 'preact';
import type { CardstockError } from '../../../client/src/cardstock-error.ts';
import { Link } from '../frame/router.tsx';
import type { Loading } from '../service/load.ts';

const TITLES: Partial<Record<CardstockError['code'], string>> = {
  network: 'Cardstock cannot be reached',
  timeout: 'No answer came in time',
  not_found: 'There is nothing here',
  rate_limited: 'Too many requests for now',
  internal: 'Something went wrong on the service',
  scan_unavailable: 'Scanning is not set up on this deployment',
};

/** What may pass: anything else comes to the same end however often it is asked for. */
const PASSING: readonly CardstockError['code'][] = [
  'network',
  'timeout',
  'rate_limited',
  'internal',
  'scan_unavailable',
  'unexpected_answer',
];

interface ErrorNoticeProps {
  error: CardstockError;
  /** Offered where what went wrong may pass. */
  again?: () => void;
  /** Whether nothing else is on the page, which then has this for its title. */
  isWholePage?: boolean;
}

/** A failure, what it is known by, and the way on: to try again, or back to the start. */
export function ErrorNotice({ error, again, isWholePage = false }: ErrorNoticeProps) {
  const Title = isWholePage ? 'h1' : 'h2';
  return (
    <div class="notice notice-bad" role="alert">
      <Title class="notice-title">{TITLES[error.code] ?? 'That did not work'}</Title>
      <p>{error.message}</p>
      {error.code === 'network' && <p class="quiet">It is tried again by itself when the connection is back.</p>}
      {error.code === 'internal' && error.requestId && (
        <p class="quiet">
          Request <code>{error.requestId}</code>: the service's log knows it by this.
        </p>
      )}
      {again && PASSING.includes(error.code) && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
      {isWholePage && error.code === 'not_found' && (
        <p>
          <Link to="/">To the start</Link>
        </p>
      )}
    </div>
  );
}

interface EmptyProps {
  title: string;
  isWholePage?: boolean;
  children?: ComponentChildren;
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, isWholePage = false, children }: EmptyProps) {
  const Title = isWholePage ? 'h1' : 'h2';
  return (
    <div class="notice">
      <Title class="notice-title">{title}</Title>
      {children}
    </div>
  );
}

/** Grey shapes in the place of what is on its way. */
export function Skeleton({ kind, count = 6 }: { kind: 'tile' | 'row' | 'panel'; count?: number }) {
  return (
    <div class={`skeletons skeletons-${kind}`} role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, at) => (
        <span class={`skeleton skeleton-${kind}`} key={at} />
      ))}
    </div>
  );
}

interface LoadedProps<Data> {
  loading: Loading<Data>;
  wait: ComponentChildren;
  children: (data: Data) => ComponentChildren;
}

/** Shows the data once it is there; a later failure stands above what was there before. */
export function Loaded<Data>({
  loading: { data, error, again },
  wait,
  children,
}: LoadedProps<Data>): ComponentChildren {
  if (data === undefined) return error ? <ErrorNotice error={error} again={again} /> : wait;
  return (
    <>
      {error && <ErrorNotice error={error} again={again} />}
      {children(data)}
    </>
  );
}
