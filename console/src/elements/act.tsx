/** Acting on the service: buttons that say what came of it, questions before what cannot be undone, secrets shown once. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asError } from '../service/load.ts';
import { CopyButton } from './snippet-box.tsx';

interface ActionProps {
  act: () => Promise<unknown>;
  children: ComponentChildren;
  /** Asked before it is done. */
  question?: string;
  isDanger?: boolean;
  isSmall?: boolean;
  isDisabled?: boolean;
}

/** A button that does something, and tells beside it when that failed. */
export function Action({ act, children, question, isDanger, isSmall = true, isDisabled }: ActionProps) {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    setAsking(false);
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (cause) {
      setProblem(asError(cause).message);
    } finally {
      setBusy(false);
    }
  };
  const style = [isSmall && 'small', isDanger && 'danger'].filter(Boolean).join(' ');
  return (
    <span class="action">
      <button
        type="button"
        class={style}
        disabled={isBusy || isDisabled}
        onClick={() => (question ? setAsking(true) : void run())}
      >
        {isBusy ? 'Working…' : children}
      </button>
      {isAsking && question && (
        <Dialog title="Are you sure?" onClose={() => setAsking(false)}>
          <p>{question}</p>
          <div class="dialog-foot">
            <button type="button" onClick={() => setAsking(false)}>
              Leave it
            </button>
            <button type="button" class={isDanger ? 'danger primary' : 'primary'} onClick={() => void run()}>
              {children}
            </button>
          </div>
        </Dialog>
      )}
      {problem && (
        <span class="field-error" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

/** A modal dialog of the browser's own: focus stays inside, Escape closes it. */
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
  useEffect(() => {
    // Taken off the page it is closed; closing it by hand would tell of a second end.
    node.current?.showModal();
  }, []);
  return (
    <dialog ref={node} aria-labelledby="dialog-title" onClose={onClose} onCancel={onClose}>
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}

/** A secret that is shown this once. */
export function SecretDialog({ title, secret, onClose }: { title: string; secret: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>It is shown this once. Keep it where secrets are kept; the service has only its hash, or seals it.</p>
      <p class="secret">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
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
          <button type="submit" class="primary" disabled={isBusy}>
            {isBusy ? 'Working…' : submitLabel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
