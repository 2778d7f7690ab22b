/** Signing in with a key; a one-time link does it by itself. */
import { useState } from 'preact/hooks';
import type { CardstockError } from '../../../client/src/cardstock-error.ts';
import { useTitle } from '../frame/title.ts';
import { asError } from '../service/load.ts';
import { useSession } from '../service/session.tsx';

function WhereIsMyKey() {
  return (
    <details>
      <summary>Where is my key?</summary>
      <p>
        The first start prints one, and keeps it in <code>data/first-key</code>. More are made with{' '}
        <code>npx cardstock keys create --name me</code>.
      </p>
      <p>
        On the machine itself <code>npx cardstock console-link</code> prints a link that signs you in.
      </p>
    </details>
  );
}

export function SignInPage({ error: before }: { error?: CardstockError | undefined }) {
  useTitle('Sign in');
  const { signIn } = useSession();
  const [key, setKey] = useState('');
  const [own, setOwn] = useState<CardstockError | null>();
  // Until a key is tried here, what a link came to is said.
  const error = own === undefined ? before : own;
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setOwn(null);
    try {
      await signIn({ key: key.trim() });
      // Whoever is still here has a session that cannot be used: the reason comes from it.
      setOwn(undefined);
    } catch (cause) {
      setOwn(asError(cause));
    }
    setBusy(false);
  };
  return (
    <div class="sign-in">
      <h1>Sign in</h1>
      <p>With an API key. It is exchanged for a session of this browser and not kept.</p>
      <form onSubmit={(event) => void submit(event)}>
        <label class="field">
          API key
          <input
            type="password"
            name="key"
            autocomplete="current-password"
            required
            spellcheck={false}
            placeholder="cs_live_…"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
            aria-describedby={error ? 'sign-in-error' : undefined}
            aria-invalid={error ? 'true' : undefined}
          />
        </label>
        {error && (
          <p class="field-error" id="sign-in-error" role="alert">
            {error.code === 'network' ? 'Cardstock cannot be reached. Is it running?' : error.message}
          </p>
        )}
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
      <WhereIsMyKey />
    </div>
  );
}
