/** Dialogs: plain ones, forms, and secrets that are shown once. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asError } from '../service/load.ts';
import { CopyButton } from './snippet-box.tsx';

/** A modal dialog of the browser's own: focus stays inside, Escape closes it, and what was focused before is again. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const node = useRef<HTMLDialogElement>(null);
  // One may ask before what is done in another.
  const titleId = useId();
  // Open before the next key arrives: what is typed at once belongs into the dialog.
  useLayoutEffect(() => {
    const dialog = node.current;
    dialog?.showModal();
    // Before it leaves the page: one that is only taken off gives the focus to nobody.
    return () => dialog?.close();
  }, []);
  // Off the page it tells of no second end.
  const tell = () => node.current && onClose();
  return (
    <dialog ref={node} aria-labelledby={titleId} onClose={tell} onCancel={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

/** What the service has of a secret from here on: one opens it, the other it signs with. */
const KEPT = {
  key: 'The service has only its hash.',
  signing: 'The service keeps it sealed, to sign with.',
  link: 'The service does not keep it.',
};

interface SecretDialogProps {
  title: string;
  kind: keyof typeof KEPT;
  secret: string;
  onClose: () => void;
  children?: ComponentChildren;
}

/** A secret that is shown this once. */
export function SecretDialog({ title, kind, secret, onClose, children }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>It is shown this once: keep it where secrets are kept. {KEPT[kind]}</p>
      <p class="secret">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
      {children}
      <div class="dialog-foot">
        <button type="button" class="primary" onClick={onClose}>
          I have kept it
        </button>
      </div>
    </Dialog>
  );
}

interface FormDialogProps {
  title: string;
  submitLabel: string;
  onClose: () => void;
  submit: (values: FormData) => Promise<void>;
  children: ComponentChildren;
}

/** A form in a dialog; what the service refuses is said in it. */
export function FormDialog({ title, submitLabel, onClose, submit, children }: FormDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await submit(new FormData(event.currentTarget as HTMLFormElement));
    } catch (cause) {
      setProblem(asError(cause).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void onSubmit(event)}>
        {children}
        {problem && (
          <p class="field-error" role="alert">
            {problem}
          </p>
        )}
        <div class="dialog-foot">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" aria-disabled={isBusy}>
            {isBusy ? 'Working…' : submitLabel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
