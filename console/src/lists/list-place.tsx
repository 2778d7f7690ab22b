/** Where a list is given: a file that is chosen or dropped, or rows that are pasted. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Source } from './use-list.ts';

const sourceOf = async (file: File): Promise<Source> => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

const pasted = (text: string): Source => ({ name: 'list.csv', bytes: new TextEncoder().encode(text) });

/** Rows that are pasted anywhere but into a field are a list; a single word is none. */
function usePastedRows(take: (source: Source) => void): void {
  useLayoutEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target } = event;
      if (target instanceof HTMLElement && target.closest('input, textarea')) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!/[\r\n]/.test(text.trim())) return;
      event.preventDefault();
      take(pasted(text));
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, [take]);
}

/** A phone pastes into fields alone. */
function RowsField({ take }: { take: (source: Source) => void }) {
  const [text, setText] = useState('');
  return (
    <>
      <textarea
        rows={3}
        aria-label="Rows of a list"
        placeholder="Name,Set,Number,Quantity"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && (
        <button type="button" onClick={() => take(pasted(text))}>
          Price these rows
        </button>
      )}
    </>
  );
}

export function ListPlace({ take, problem }: { take: (source: Source) => void; problem: string | undefined }) {
  const [isOver, setOver] = useState(false);
  usePastedRows(take);
  const takeFile = async (file: File | undefined) => {
    if (file) take(await sourceOf(file));
  };
  return (
    <section
      class={isOver ? 'drop is-over' : 'drop'}
      aria-label="Give a list"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void takeFile(event.dataTransfer?.files[0]);
      }}
    >
      <p class="drop-lead">Choose a file, drop it here, or paste rows with their head line.</p>
      <div class="tools">
        <label class="button primary">
          Choose a file
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            onChange={(event) => {
              void takeFile(event.currentTarget.files?.[0]);
              // The same file may be chosen again.
              event.currentTarget.value = '';
            }}
          />
        </label>
      </div>
      <RowsField take={take} />
      <p class="quiet">
        CSV of TCGplayer, Cardmarket, ManaBox, Dragon Shield, Moxfield, Archidekt, Deckbox or Collectr, or your own with
        columns such as name, number, set, condition and quantity.
      </p>
      {problem !== undefined && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
