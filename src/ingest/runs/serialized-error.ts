/** An error on its way between processes, which keep neither the codes of errors nor those of their causes. */

export interface SerializedError {
  name: string;
  message: string;
  stack: string | undefined;
  code: string | undefined;
  cause: SerializedError | undefined;
}

/** As many causes as reasons are read from; an error may even be its own. */
const CAUSES_MAX = 5;

export function serializedError(error: unknown, causes = CAUSES_MAX): SerializedError {
  if (!(error instanceof Error)) return serializedError(new Error(String(error)));
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  const itself = { name, message, stack, code };
  return { ...itself, cause: cause == null || causes === 0 ? undefined : serializedError(cause, causes - 1) };
}

export function deserializedError({ message, cause, ...rest }: SerializedError): Error {
  return Object.assign(new Error(message, cause && { cause: deserializedError(cause) }), rest);
}
