/** A schema as a list of its fields, each of which can be opened. */
import { useState } from 'preact/hooks';
import { descriptionOf, exampleOf, innerObjects, type OpenApi, type Schema, typeText } from './document.ts';

const limits = ({ minimum, maximum, minLength, maxLength, pattern }: Schema): string =>
  [
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    minLength !== undefined && `${minLength} characters or more`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    pattern !== undefined && `like ${pattern}`,
  ]
    .filter(Boolean)
    .join(', ');

/** What is said of a field, with an example of it. */
export function Facts({ facts, example }: { facts: string; example: string | undefined }) {
  if (facts === '' && example === undefined) return null;
  return (
    <span class="quiet schema-facts">
      {facts}
      {example !== undefined && (
        <>
          {facts && '. '}Example: <code>{example}</code>
        </>
      )}
    </span>
  );
}

function Field({
  name,
  schema,
  isRequired,
  document,
}: {
  name: string;
  schema: Schema;
  isRequired: boolean;
  document: OpenApi;
}) {
  const [isOpen, setOpen] = useState(false);
  const inner = innerObjects(schema, document);
  const facts = [descriptionOf(schema, document), limits(schema)].filter(Boolean).join('; ');
  return (
    <li class="schema-field">
      <div class="schema-line">
        {inner.length > 0 ? (
          <button type="button" class="schema-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <code>{name}</code>
          </button>
        ) : (
          <code class="schema-name">{name}</code>
        )}
        <span class="schema-type">{typeText(schema)}</span>
        {!isRequired && <span class="chip">may be absent</span>}
        <Facts facts={facts} example={exampleOf(schema)} />
      </div>
      {isOpen && <Objects objects={inner} document={document} />}
    </li>
  );
}

function Objects({ objects, document }: { objects: readonly Schema[]; document: OpenApi }) {
  return (
    <>
      {objects.map((schema, at) => (
        <div key={at}>
          {objects.length > 1 && schema.description && <p class="quiet schema-either">{schema.description}:</p>}
          <ul class="schema">
            {Object.entries(schema.properties ?? {}).map(([name, field]) => (
              <Field
                name={name}
                schema={field}
                isRequired={schema.required?.includes(name) ?? false}
                document={document}
                key={name}
              />
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

/** The fields of a schema, or its type where it has none. */
export function SchemaView({ schema, document }: { schema: Schema; document: OpenApi }) {
  const objects = innerObjects(schema, document);
  if (objects.length === 0) return <p class="schema-type">{typeText(schema)}</p>;
  return <Objects objects={objects} document={document} />;
}
