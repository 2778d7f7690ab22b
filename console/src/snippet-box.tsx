/** A request to copy, in the language of whoever writes against the API. */
import { useState } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { type Language, type Snippet, snippetIn } from './snippets.ts';

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      <Icon name={isDone ? 'check' : 'copy'} />
      <span aria-live="polite">{isDone ? 'Copied' : label}</span>
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
export function SnippetBox({ snippet, languages }: { snippet: Snippet; languages: readonly Language[] }) {
  const [language, setLanguage] = useState<Language>(languages[0] ?? 'curl');
  const text = snippetIn(language, location.origin, snippet);
  return (
    <div class="snippet">
      <div class="snippet-head">
        <fieldset class="choice">
          <legend class="hidden">Language of the request</legend>
          {languages.map((one) => (
            <button type="button" key={one} aria-pressed={one === language} onClick={() => setLanguage(one)}>
              {one}
            </button>
          ))}
        </fieldset>
        <CopyButton text={text} />
      </div>
      <Code label={`The request in ${language}`} text={text} />
    </div>
  );
}

/** The request behind a page, closed until asked for. */
export function RequestNote({ snippet }: { snippet: Snippet }) {
  return (
    <details class="request-note">
      <summary>The request behind this page</summary>
      <SnippetBox snippet={snippet} languages={['curl', 'TypeScript', 'Python']} />
    </details>
  );
}
