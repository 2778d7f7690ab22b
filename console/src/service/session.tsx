/** Who is signed in: by a key, or by the one-time link that the command line prints. */
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import type { Static } from 'typebox';
import { CardstockError } from '../../../client/src/cardstock-error.ts';
import type { Session as SessionSchema } from '../../../src/api/operator/records.ts';
import { asError } from './load.ts';
import { call, onUnauthorized } from './service.ts';

/** What the service says of the session. */
export type SessionRecord = Static<typeof SessionSchema>;

export type SessionState =
  /** Not asked yet; whoever was here before most likely still is. */
  | { state: 'unknown' }
  /** The token of a one-time link is on its way: until then nothing can be asked for. */
  | { state: 'entering' }
  | { state: 'out'; error?: CardstockError | undefined }
  | { state: 'in'; session: SessionRecord };

export interface Session {
  state: SessionState;
  signIn(proof: { key: string } | { token: string }): Promise<void>;
  signOut(): Promise<void>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('there is no session around this page');
  return session;
}

/** Whether the one who is signed in may do what needs `scope`. */
export const may = ({ state }: Session, scope: SessionRecord['scopes'][number]): boolean =>
  state.state === 'in' && state.session.scopes.includes(scope);

/** A session's name where it is clear that it is one: its key and its device. */
export const sessionName = (name: string): string => name.replace(/^console: /, '');

const PATH = '/console/session';
const WITHOUT_READ = new CardstockError('unauthorized', 'This key is valid but lacks the scope "read".');
/** Until it is asked again who is signed in, where no answer came. */
const AGAIN_MS = 3000;

const TOKEN = /^#t=(.+)$/;

/** The token of a one-time link, taken out of the address so that it is not kept or copied. */
function takeToken(): string | undefined {
  const token = TOKEN.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/** The session of this browser; to be made once. */
export function useSessionOfBrowser(): Session {
  // Before the first page is drawn: the next step would take the token away with the address.
  const [token] = useState(takeToken);
  const [state, setState] = useState<SessionState>({ state: token === undefined ? 'unknown' : 'entering' });
  const read = useCallback(async () => {
    try {
      const session = await call<SessionRecord>('GET', PATH);
      // Every page reads the catalog: without that scope the first request would end the session without a word.
      setState(session.scopes.includes('read') ? { state: 'in', session } : { state: 'out', error: WITHOUT_READ });
    } catch (cause) {
      const error = asError(cause);
      // Without an answer nobody was signed out: the pages say themselves that nothing comes.
      if (error.code === 'unauthorized') setState({ state: 'out' });
      else setTimeout(() => void read(), AGAIN_MS);
    }
  }, []);
  const signIn = useCallback(
    async (proof: { key: string } | { token: string }) => {
      await call('POST', PATH, { body: proof });
      // From here on there is a session to ask with, also where the answer of who it is takes its time.
      setState((last) => (last.state === 'entering' ? { state: 'unknown' } : last));
      await read();
    },
    [read],
  );
  const signOut = useCallback(async () => {
    await call('DELETE', PATH).catch((cause) => {
      // Who is signed out already has what was wanted.
      if (asError(cause).code !== 'unauthorized') throw cause;
    });
    setState({ state: 'out' });
  }, []);
  useEffect(() => {
    // Why signing in failed stays to be read.
    onUnauthorized(() => setState((last) => (last.state === 'out' ? last : { state: 'out' })));
    if (token === undefined) void read();
    else signIn({ token }).catch((cause) => setState({ state: 'out', error: asError(cause) }));
    // A link that is pasted where the console is open already changes the hash alone.
    const onHash = () => TOKEN.test(location.hash) && location.reload();
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, [read, signIn, token]);
  return { state, signIn, signOut };
}
