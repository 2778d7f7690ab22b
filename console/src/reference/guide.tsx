/** What holds for every request, before the requests one by one. */

import { Code, SnippetBox } from '../elements/snippet-box.tsx';
import { Table } from '../elements/table.tsx';
import { BELOW } from '../service/root.ts';
import { CODES } from './codes.ts';

/** The parts of the guide, for the ways. */
export const GUIDE: readonly [id: string, title: string][] = [
  ['start', 'Start'],
  ['answers', 'Answers and errors'],
  ['lists', 'Lists and search'],
  ['budget', 'Budgets and caching'],
];

function Start() {
  return (
    <section id="start" aria-labelledby="start-title">
      <h2 id="start-title">Start</h2>
      <p>
        Every request under <code>/v1</code> carries a key: <code>Authorization: Bearer &lt;API_KEY&gt;</code>. With the
        key in the environment variable <code>CARDSTOCK_KEY</code> the examples of this page work as pasted.
      </p>
      <SnippetBox snippet={{ method: 'GET', path: '/v1/cards?q=vultwick&include=prices&limit=3' }} />
      <p>
        There is a typed client for TypeScript and browsers in the folder <code>client</code> of the repository. The
        description that this page is made of is <a href={`${BELOW}/openapi.json`}>/openapi.json</a>; agents read{' '}
        <a href="/llms.txt">/llms.txt</a>.
      </p>
    </section>
  );
}

function Answers() {
  return (
    <section id="answers" aria-labelledby="answers-title">
      <h2 id="answers-title">Answers and errors</h2>
      <p>
        A body has exactly two keys, one of which is null. Branch on <code>code</code>; the wording of{' '}
        <code>message</code> may change. Fields may be added: ignore those you do not know. Money is integer cents.
      </p>
      <Code
        label="Both forms of an answer"
        text={'{ "data": { … }, "error": null }\n{ "data": null, "error": { "code": "not_found", "message": "…" } }'}
      />
      <Table label="Codes of errors" columns={['Status', 'Code', 'Meaning']}>
        {CODES.map(([status, code, meaning]) => (
          <tr key={code}>
            <td>{status}</td>
            <th scope="row">
              <code>{code}</code>
            </th>
            <td class="wide-cell">{meaning}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Lists() {
  return (
    <section id="lists" aria-labelledby="lists-title">
      <h2 id="lists-title">Lists and search</h2>
      <p>
        Lists answer <code>data.items</code> and <code>data.next_cursor</code>. Give the latter back as{' '}
        <code>cursor</code> until it is null; a walk sees each row exactly once, also while the catalog changes.{' '}
        <code>limit</code> is 50 by default and 200 at most.
      </p>
      <p>
        Every list takes <code>q</code>: a misspelt name finds its card, a collector number is found as printed, and
        both may be given together. Rows then come best match first, each with <code>score</code>. Rows that tie are
        candidates to choose from.
      </p>
    </section>
  );
}

function Budget() {
  return (
    <section id="budget" aria-labelledby="budget-title">
      <h2 id="budget-title">Budgets and caching</h2>
      <p>
        A key has a budget of requests a minute, told on every answer by <code>RateLimit</code> and{' '}
        <code>RateLimit-Policy</code>. Beyond it comes 429 with <code>Retry-After</code> in seconds.
      </p>
      <p>
        Answers carry an <code>ETag</code>. Sent back as <code>If-None-Match</code> it yields 304 without a body while
        nothing has changed; that costs as much of the budget as a full answer.
      </p>
    </section>
  );
}

export function Guide() {
  return (
    <>
      <Start />
      <Answers />
      <Lists />
      <Budget />
    </>
  );
}
