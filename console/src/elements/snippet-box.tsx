/** A request to copy, in the language of whoever writes against the API. */
import { useState } from 'preact/hooks';
import { Icon } from '../frame/icons.tsx';
import { SERVICE } from '../service/root.ts';
import { Choice } from './choice.tsx';
import { LANGUAGES, type Language, type Snippet, snippetIn } from './snippets.ts';

/** Copies by way of a selection: on plain http pages browsers have no other. */
function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  // Inside an open dialog, since nothing outside it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}

/** Copies a text, and says for a moment whether that went well. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [told, setTold] = useState('');
  const copy = async () => {
    const isCopied = navigator.clipboard
      ? await navigator.clipboard.writeText(text).then(
          () => true,
          () => copySelected(text),
        )
      : copySelected(text);
    setTold(isCopied ? 'Copied' : 'Copy it by hand');
    setTimeout(() => setTold(''), 1500);
  };
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      <Icon name={told === 'Copied' ? 'check' : 'copy'} />
      <span aria-live="polite">{told || label}</span>
    </button>
  );
}

/** Text as it is, in a region that scrolls: hence it can be reached by keyboard. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure class="code" aria-label={label} tabIndex={0}>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

/** The languages one beside the other; one shown. */
export function SnippetBox({ snippet }: { snippet: Snippet }) {
  const [language, setLanguage] = useState<Language>('curl');
  const text = snippetIn(language, SERVICE, snippet);
  return (
    <div class="snippet">
      <div class="snippet-head">
        <Choice
          legend="Language of the request"
          options={LANGUAGES.map((value) => ({ value, label: value }))}
          value={language}
          onChoose={setLanguage}
        />
        <CopyButton text={text} />
      </div>
      <Code label={`The request in ${language}`} text={text} />
    </div>
  );
}

/** The request behind a page or a part of it, closed until asked for. */
export function RequestNote({ snippet, of = 'this page' }: { snippet: Snippet; of?: string }) {
  return (
    <details class="request-note">
      <summary>The request behind {of}</summary>
      <SnippetBox snippet={snippet} />
    </details>
  );
}
