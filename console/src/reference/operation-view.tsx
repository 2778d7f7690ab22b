/** One operation, or one event that is delivered: what it takes, what it answers, and how it is asked. */
import { Code } from '../elements/snippet-box.tsx';
import type { DescribedOperation, OpenApi, Operation, Parameter } from './document.ts';
import { answerHeaders, exampleOf, typeText } from './document.ts';
import { Facts, SchemaView } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

/** The stop comes where an example follows. */
const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return null;
  return (
    <>
      <h4>Parameters</h4>
      <ul class="schema">
        {parameters.map(({ name, in: place, required, description, example, schema }) => (
          <li class="schema-field" key={name}>
            <div class="schema-line">
              <code class="schema-name">{name}</code>
              <span class="schema-type">{typeText(schema)}</span>
              <span class="chip">{required ? `${place}, required` : place}</span>
              <Facts
                facts={withoutStop(description ?? schema.description ?? '')}
                example={typeof example === 'string' ? example : exampleOf(schema)}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Body({ body, document }: { body: DescribedOperation['requestBody']; document: OpenApi }) {
  return (
    <>
      {Object.entries(body?.content ?? {}).map(([type, { schema }]) => (
        <div key={type}>
          <h4>
            Body <span class="quiet">{type}</span>
          </h4>
          {schema && <SchemaView schema={schema} document={document} />}
        </div>
      ))}
    </>
  );
}

function Responses({ responses, document }: { responses: DescribedOperation['responses']; document: OpenApi }) {
  return (
    <>
      <h4>Answers</h4>
      <ul class="responses">
        {Object.entries(responses).map(([status, { description, content }]) => {
          const whole = Object.values(content ?? {})[0]?.schema;
          // The envelope is told once, above all operations.
          const schema = whole?.properties?.error ? whole.properties.data : (whole?.contentSchema ?? whole);
          const isSuccess = status.startsWith('2');
          return (
            <li key={status}>
              <span class={isSuccess ? 'state state-ok' : 'state'}>{status}</span> {description}
              {isSuccess && schema && <SchemaView schema={schema} document={document} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Headers({ operation, document }: { operation: DescribedOperation; document: OpenApi }) {
  const headers = answerHeaders(operation, document);
  if (headers.length === 0) return null;
  return (
    <details class="headers">
      <summary>Headers of the answers</summary>
      <ul class="schema">
        {headers.map(({ name, description = '', example, statuses }) => (
          <li class="schema-field" key={name}>
            <div class="schema-line">
              <code class="schema-name">{name}</code>
              {statuses.length > 0 && <span class="chip">{statuses.join(', ')}</span>}
              <Facts facts={description} example={example?.toString()} />
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function OperationView({ operation, document }: { operation: Operation; document: OpenApi }) {
  const { method, path, summary, operationId, parameters, requestBody, responses, security } = operation;
  return (
    <article class="operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <div class="operation-text">
        <h3 id={`${operationId}-title`}>{summary}</h3>
        <p class="address-line">
          <span class={`method method-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
          {security?.length === 0 && <span class="chip">no key needed</span>}
        </p>
        <Parameters parameters={parameters} />
        <Body body={requestBody} document={document} />
        <Responses responses={responses} document={document} />
        <Headers operation={operation} document={document} />
      </div>
      <div class="operation-example">
        <TryIt operation={operation} document={document} />
      </div>
    </article>
  );
}

export function WebhookView({
  name,
  operation,
  document,
}: {
  name: string;
  operation: DescribedOperation;
  document: OpenApi;
}) {
  const { summary, operationId, requestBody, parameters } = operation;
  const content = requestBody?.content['application/json'];
  return (
    <article class="operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <div class="operation-text">
        <h3 id={`${operationId}-title`}>
          <code>{name}</code>
        </h3>
        <p>{summary}.</p>
        <Parameters parameters={parameters} />
        <Body body={requestBody} document={document} />
      </div>
      <div class="operation-example">
        <Code label={`An example of ${name}`} text={JSON.stringify(content?.example, null, 2)} />
      </div>
    </article>
  );
}
