/** An error on its way between processes, which keep neither the codes of errors nor those of their causes. */

export interface ToldError {
  name: string;
  message: string;
  stack: string | undefined;
  code: string | undefined;
  cause: ToldError | undefined;
}

/** As many causes as reasons are read from; an error may even be its own. */
const CAUSES_MAX = 5;

export function toldError(error: unknown, causes = CAUSES_MAX): ToldError {
  if (!(error instanceof Error)) return toldError(new Error(String(error)));
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    name,
    message,
    stack,
    code,
    cause: cause == null || causes === 0 ? undefined : toldError(cause, causes - 1),
  };
}

export function heardError({ message, cause, ...rest }: ToldError): Error {
  return Object.assign(new Error(message, cause && { cause: heardError(cause) }), rest);
}
