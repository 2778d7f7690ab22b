/** A button that acts on the service, asks before what cannot be undone, and tells when it failed. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { asError } from '../service/load.ts';
import { Dialog } from './dialog.tsx';

interface ActionProps {
  act: () => Promise<unknown>;
  children: ComponentChildren;
  /** Asked before it is done. */
  question?: string;
  isDanger?: boolean;
  isSmall?: boolean;
  isDisabled?: boolean;
}

export function Action({ act, children, question, isDanger, isSmall = true, isDisabled }: ActionProps) {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isOff = isBusy || isDisabled;
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
        // One that is disabled outright would lose the keyboard.
        aria-disabled={isOff}
        onClick={() => !isOff && (question ? setAsking(true) : void run())}
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
