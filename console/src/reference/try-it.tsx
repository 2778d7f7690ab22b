/** A request to try from the reference: its fields, the same request to copy, and what the service answers. */
import { useContext, useMemo, useRef, useState } from 'preact/hooks';
import { Code, SnippetBox } from '../elements/snippet-box.tsx';
import type { Snippet } from '../elements/snippets.ts';
import { exampleBody, filledPath, type OpenApi, type Operation } from './document.ts';
import { ReaderContext } from './reader.ts';

interface Answer {
  status: number;
  tookMs: number;
  headers: [name: string, value: string][];
  body: string;
}

/** Of an answer's headers those that the reference speaks of. */
const SHOWN_HEADERS = ['content-type', 'etag', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id'];
/** A whole export would freeze the page. */
const SHOWN_CHARACTERS = 60_000;

function spread(text: string): string {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // What is not JSON is shown as it came.
    shown = text;
  }
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}\n…` : shown;
}

async function send(
  method: string,
  path: string,
  key: string,
  body: string | undefined,
  file: File | undefined,
): Promise<Answer> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const init: RequestInit = { method, headers, cache: 'no-store' };
  if (file) {
    const form = new FormData();
    form.set('image', file);
    init.body = form;
  } else if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = body;
  }
  const startedAt = performance.now();
  const response = await fetch(path, init);
  const text = await response.text();
  return {
    status: response.status,
    tookMs: performance.now() - startedAt,
    headers: [...response.headers].filter(([name]) => SHOWN_HEADERS.includes(name)),
    body: spread(text),
  };
}

function Shown({ answer }: { answer: Answer }) {
  return (
    <div class="answer-box">
      <p>
        <span class={answer.status < 400 ? 'state state-ok' : 'state state-failed'}>{answer.status}</span>{' '}
        <span class="quiet">in {Math.round(answer.tookMs)} ms</span>
      </p>
      <Code
        label="Headers of the answer"
        text={answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
      {answer.body && <Code label="Body of the answer" text={answer.body} />}
    </div>
  );
}

/** Values that a request can be tried with at once. */
function beginnings(path: string, firstIds: Readonly<Record<string, string>>): Record<string, string> {
  if (path.startsWith('/export')) return { file: 'series.ndjson' };
  const isResolve = path === '/v1/resolve';
  const id = firstIds[isResolve ? 'cards' : (path.split('/')[2] ?? '')];
  return { ...(isResolve ? { source: 'tcgdex' } : {}), ...(id && (isResolve || path.includes('{id}')) ? { id } : {}) };
}

/** Changes something, or streams without end: shown, but not to be tried by a click. */
const isTriable = ({ method, path }: Operation): boolean =>
  (method === 'GET' && !path.endsWith('/progress') && !path.startsWith('/demo')) || path === '/v1/scan';

export function TryIt({ operation, document }: { operation: Operation; document: OpenApi }) {
  const { key, firstIds } = useContext(ReaderContext);
  const { method, path, parameters, requestBody, security } = operation;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [file, setFile] = useState<File>();
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState('');
  const turn = useRef(0);
  const fields = parameters.filter((parameter) => parameter.in !== 'header');
  const values = { ...beginnings(path, firstIds), ...typed };
  const jsonSchema = requestBody?.content['application/json']?.schema;
  const json = useMemo(
    () => (jsonSchema ? JSON.stringify(exampleBody(jsonSchema, document)) : undefined),
    [jsonSchema, document],
  );
  const isScan = path === '/v1/scan';
  const filled = filledPath(operation, values);
  const snippet: Snippet = {
    method: method as Snippet['method'],
    path: filled,
    isOpen: security?.length === 0,
    ...(isScan ? { file: 'photo.jpg' } : json === undefined ? {} : { json }),
  };
  const run = async (event: Event) => {
    event.preventDefault();
    setProblem('');
    turn.current += 1;
    const mine = turn.current;
    // An answer that comes after a later request was sent is not the one that is waited for.
    const isLast = () => mine === turn.current;
    try {
      const got = await send(method, filled, key, isScan ? undefined : json, file);
      if (isLast()) setAnswer(got);
    } catch (cause) {
      if (isLast()) setProblem(`No answer came: ${String(cause)}`);
    }
  };
  return (
    <>
      <SnippetBox snippet={snippet} languages={['curl', 'TypeScript', 'Python']} />
      {isTriable(operation) && (
        <details class="try-it">
          <summary>Try it</summary>
          <form onSubmit={(event) => void run(event)}>
            {fields.map(({ name, required }) => (
              <label class="field-inline" key={name}>
                <code>{name}</code>
                <input
                  value={values[name] ?? ''}
                  required={required}
                  onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
                />
              </label>
            ))}
            {isScan && (
              <label class="field-inline">
                <code>image</code>
                <input
                  type="file"
                  accept="image/*"
                  required
                  onChange={(event) => setFile(event.currentTarget.files?.[0])}
                />
              </label>
            )}
            <button type="submit" class="primary">
              Send
            </button>
          </form>
          <div role="status">
            {problem && <p class="field-error">{problem}</p>}
            {answer && <Shown answer={answer} />}
          </div>
        </details>
      )}
    </>
  );
}
