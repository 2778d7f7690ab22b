/** A request to try from the reference: its fields, the same request to copy, and what the service answers. */

import { useContext, useMemo, useRef, useState } from 'preact/hooks';
import { Code, SnippetBox } from '../elements/snippet-box.tsx';
import type { Snippet } from '../elements/snippets.ts';
import { BELOW } from '../service/root.ts';
import { exampleBody, filledPath, type OpenApi, type Operation, type Parameter } from './document.ts';
import { ReaderContext } from './reader.ts';

interface Answer {
  status: number;
  tookMs: number;
  headers: [name: string, value: string][];
  body: string;
}

/** The one operation that takes a file. */
const SCAN = '/v1/scan';
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
  const response = await fetch(`${BELOW}${path}`, init);
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
  (method === 'GET' && !path.endsWith('/progress') && !path.startsWith('/demo')) || path === SCAN;

/** What a request is made of: the same for the one that is shown and the one that is sent. */
interface Asked {
  method: string;
  path: string;
  /** A JSON body. */
  json: string | undefined;
}

/** Sends, and tells what the last request came to. */
function useAnswer(key: string) {
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState('');
  const turn = useRef(0);
  const run = async ({ method, path, json }: Asked, file: File | undefined) => {
    setProblem('');
    turn.current += 1;
    const mine = turn.current;
    // An answer that comes after a later request was sent is not the one that is waited for.
    const isLast = () => mine === turn.current;
    try {
      const got = await send(method, path, key, json, file);
      if (isLast()) setAnswer(got);
    } catch (cause) {
      if (isLast()) setProblem(`No answer came: ${String(cause)}`);
    }
  };
  return { answer, problem, run };
}

interface TryFormProps {
  asked: Asked;
  fields: readonly Parameter[];
  values: Readonly<Record<string, string>>;
  onType: (name: string, value: string) => void;
}

function TryForm({ asked, fields, values, onType }: TryFormProps) {
  const [file, setFile] = useState<File>();
  const { answer, problem, run } = useAnswer(useContext(ReaderContext).key);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(asked, file);
  };
  return (
    <details class="try-it">
      <summary>Try it</summary>
      <form onSubmit={onSubmit}>
        {fields.map(({ name, required }) => (
          <label class="field-inline" key={name}>
            <code>{name}</code>
            <input
              value={values[name] ?? ''}
              required={required}
              onInput={(event) => onType(name, event.currentTarget.value)}
            />
          </label>
        ))}
        {asked.path === SCAN && (
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
  );
}

export function TryIt({ operation, document }: { operation: Operation; document: OpenApi }) {
  const { firstIds } = useContext(ReaderContext);
  const { method, path, parameters, requestBody, security } = operation;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const fields = parameters.filter((parameter) => parameter.in !== 'header');
  const values = { ...beginnings(path, firstIds), ...typed };
  const jsonSchema = requestBody?.content['application/json']?.schema;
  const json = useMemo(
    // The scan takes an address as JSON too: a file is what is at hand here.
    () => (jsonSchema && path !== SCAN ? JSON.stringify(exampleBody(jsonSchema, document)) : undefined),
    [jsonSchema, path, document],
  );
  const asked: Asked = { method, path: filledPath(operation, values), json };
  const snippet: Snippet = {
    method: method as Snippet['method'],
    path: asked.path,
    isOpen: security?.length === 0,
    ...(path === SCAN ? { file: 'photo.jpg' } : json === undefined ? {} : { json }),
  };
  const onType = (name: string, value: string) => setTyped({ ...typed, [name]: value });
  return (
    <>
      <SnippetBox snippet={snippet} />
      {isTriable(operation) && <TryForm asked={asked} fields={fields} values={values} onType={onType} />}
    </>
  );
}
