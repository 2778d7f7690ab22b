/** The API reference, made from the description that the service gives of itself. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { Loaded, Skeleton } from '../elements/states.tsx';
import { Brand, Frame } from '../frame/frame.tsx';
import { useLoad } from '../service/load.ts';
import { BELOW } from '../service/root.ts';
import { type Group, groupsOf, type OpenApi } from './document.ts';
import { GUIDE, Guide } from './guide.tsx';
import { OperationView, WebhookView } from './operation-view.tsx';
import { ReaderContext, useFirstIds } from './reader.ts';

async function readDocument(signal: AbortSignal): Promise<OpenApi> {
  const answer = await fetch(`${BELOW}/openapi.json`, { signal });
  if (!answer.ok) throw new Error(`/openapi.json answered ${answer.status}`);
  return (await answer.json()) as OpenApi;
}

const isFound = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.trim().toLowerCase());

/** The operations of each group that fit what is wanted; groups without one are left out. */
const foundIn = (groups: readonly Group[], wanted: string): Group[] =>
  groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter(({ method, path, summary }) =>
        isFound(`${method} ${path} ${summary}`, wanted),
      ),
    }))
    .filter(({ operations }) => operations.length > 0);

function OperationWays({ group: { name, operations } }: { group: Group }) {
  return (
    <div>
      <h2>{name}</h2>
      <ul>
        {operations.map(({ operationId, method, path }) => (
          <li key={operationId}>
            <a class="way way-operation" href={`#${operationId}`}>
              <span class={`method method-${method.toLowerCase()}`}>{method}</span>
              <span>{path.replace(/^\/v1/, '')}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Ways({ groups, webhooks }: { groups: readonly Group[]; webhooks: OpenApi['webhooks'] }) {
  const [wanted, setWanted] = useState('');
  const events = Object.entries(webhooks).filter(([name, { post }]) => isFound(`${name} ${post.summary}`, wanted));
  return (
    <>
      <input
        type="search"
        class="filter"
        aria-label="Filter the reference"
        placeholder="Filter"
        value={wanted}
        onInput={(event) => setWanted(event.currentTarget.value)}
      />
      {wanted === '' && (
        <ul>
          {GUIDE.map(([id, title]) => (
            <li key={id}>
              <a class="way" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      {foundIn(groups, wanted).map((group) => (
        <OperationWays group={group} key={group.name} />
      ))}
      {events.length > 0 && (
        <>
          <h2>Event deliveries</h2>
          <ul>
            {events.map(([name, { post }]) => (
              <li key={name}>
                <a class="way way-operation" href={`#${post.operationId}`}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function KeyField({ value, onInput }: { value: string; onInput: (key: string) => void }) {
  return (
    <label class="field-inline key-field">
      Key to try with
      <input
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="or the console's session"
        value={value}
        onInput={(event) => onInput(event.currentTarget.value.trim())}
      />
    </label>
  );
}

function Content({ document, groups }: { document: OpenApi; groups: readonly Group[] }) {
  // What an address points to is there only now.
  useEffect(() => {
    const target = location.hash.slice(1);
    if (target) window.document.getElementById(target)?.scrollIntoView();
  }, []);
  return (
    <>
      <Guide />
      {groups.map(({ name, description, operations }) => (
        <section key={name} class="group">
          <h2>{name}</h2>
          <p class="quiet">{description}.</p>
          {operations.map((operation) => (
            <OperationView operation={operation} document={document} key={operation.operationId} />
          ))}
        </section>
      ))}
      <section class="group">
        <h2>Event deliveries</h2>
        <p class="quiet">
          Posted to subscribers, signed as Standard Webhooks describes. <code>game</code> is a setting. The same bodies
          stand in the feed, <a href="#listEvents">/v1/events</a>.
        </p>
        {Object.entries(document.webhooks).map(([name, { post }]) => (
          <WebhookView name={name} operation={post} document={document} key={name} />
        ))}
      </section>
    </>
  );
}

export function Reference() {
  const loading = useLoad('openapi', readDocument);
  const [key, setKey] = useState('');
  const firstIds = useFirstIds(key);
  const reader = useMemo(() => ({ key, firstIds }), [key, firstIds]);
  const groups = useMemo(() => (loading.data ? groupsOf(loading.data) : []), [loading.data]);
  const brand = (
    <a href={`${BELOW}/docs`} class="brand" aria-label="Cardstock, the reference">
      <Brand />
    </a>
  );
  const toConsole = (
    <a class="head-link" href={`${BELOW}/console`}>
      Console
    </a>
  );
  const ways = loading.data && <Ways groups={groups} webhooks={loading.data.webhooks} />;
  return (
    <ReaderContext.Provider value={reader}>
      <Frame brand={brand} tools={toConsole} label="Reference" ways={ways} mainClass="reference">
        <div class="title-row">
          <h1>API reference</h1>
          <KeyField value={key} onInput={setKey} />
        </div>
        <Loaded loading={loading} wait={<Skeleton kind="panel" count={3} />}>
          {(document) => <Content document={document} groups={groups} />}
        </Loaded>
      </Frame>
    </ReaderContext.Provider>
  );
}
