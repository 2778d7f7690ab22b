/** A schema as a list of its fields, each of which can be opened. */
import { useState } from 'preact/hooks';
import { innerObjects, type OpenApi, type Schema, typeText } from './document.ts';

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
  const facts = [schema.description, limits(schema)].filter(Boolean).join('; ');
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
        {facts && <span class="quiet schema-facts">{facts}</span>}
      </div>
      {isOpen && <Objects objects={inner} document={document} />}
    </li>
  );
}

function Objects({ objects, document }: { objects: readonly Schema[]; document: OpenApi }) {
  return (
    <>
      {objects.map((schema, at) => (
        <ul class="schema" key={at}>
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
