/** Tables that can be scrolled by keyboard; where there is no room for columns they are lists (`data-label` on cells). */
import type { ComponentChildren } from 'preact';

/** What a column says; figures and days stand to the right, and what can be done needs a name for readers by ear only. */
type Column = string | { name: string; kind: 'number' | 'day' } | 'actions';

interface TableProps {
  /** For readers by ear. */
  label: string;
  columns: readonly Column[];
  /** Its rows. */
  children: ComponentChildren;
}

function Head({ column }: { column: Column }) {
  if (column === 'actions') {
    return (
      <th scope="col" class="actions">
        <span class="hidden">Actions</span>
      </th>
    );
  }
  if (typeof column === 'string') return <th scope="col">{column}</th>;
  return (
    <th scope="col" class={column.kind}>
      {column.name}
    </th>
  );
}

export function Table({ label, columns, children }: TableProps) {
  return (
    <section class="table-wrap" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head column={column} key={typeof column === 'string' ? column : column.name} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
