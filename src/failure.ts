/** The error types: `Failure` for requests, with a closed list of codes, and `OperatorFailure` for whoever runs the service. */

/** Every code that can appear in `error.code`, as the specification lists them. */
export const FAILURE_CODES = [
  'bad_request',
  'unauthorized',
  'not_found',
  'rate_limited',
  'internal',
  'unsupported_image',
  'url_not_allowed',
  'url_fetch_failed',
  'payload_too_large',
  'scan_unavailable',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** A request that cannot be answered as asked. `message` is shown to the caller; `cause` goes to the log only. */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, publicMessage: string, options?: { cause?: unknown }) {
    super(publicMessage, options);
    this.name = 'Failure';
    this.code = code;
  }
}

/** How a reason ends that only the operator can take away: no later run of the source goes better. */
export const MORE_MEMORY = 'set CARDSTOCK_INGEST_MEMORY_MB higher';

/** Something that only the operator can mend; the message is one sentence that says what and how. */
export class OperatorFailure extends Error {
  /** What is left of its class on the way out of a thread. */
  override readonly name: string = 'OperatorFailure';
}

/** A name and password in an address, which a source's may hold, and what a query says that signs it or opens the door. */
const CREDENTIALS =
  /(?<=\w:\/\/)[^\s/@]+@|(?<=[?&][^=&\s]*(?:auth|cred|key|pass|secret|sig|token)[^=&\s]*=)[^&\s:;,]+/gi;

/** What may be written or told of an address, or of a text that names some. */
export const withoutCredentials = (text: string): string => text.replaceAll(CREDENTIALS, '');

/** What the system says of a file or folder, in words of ours. */
const OF_FILES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of that place is a file, not a folder',
  EEXIST: 'there is a file or folder of that name already',
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EROFS: 'its file system can only be read',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of this user is used up',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a ring',
  EMFILE: 'this process has too many files open',
};

/** Why a file cannot be read or written, for people; what the system says where that is nothing known. */
export const fileTrouble = (error: unknown): string => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (/^(Z_|ZSTD_)/.test(code)) return 'what is packed in it is damaged, or cut off';
  return OF_FILES[code] ?? message;
};

/** Of a certificate that no authority signed which Node knows, as of a network that looks into what goes out. */
const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF).*)$/;

/** Why a server cannot be reached, or an address not be listened on, for people. Of a name with several addresses each has its error. */
export function reachTrouble(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code, address, hostname, port } = first as NodeJS.ErrnoException & Record<string, unknown>;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name ${hostname} cannot be resolved (DNS)`;
  if (code === 'ECONNREFUSED') return `nothing listens at ${[address, port].filter(Boolean).join(' port ')}`;
  if (code === 'ETIMEDOUT') return 'it does not answer';
  if (code === 'EPIPE') return 'what listens there ended the connection: it may be another kind of server';
  if (code === 'EADDRINUSE') return 'another program has it';
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address';
  if (code === 'ENOENT' && address !== undefined) return `there is no socket ${address}`;
  if (/^(EPROTO|ERR_SSL_.*)$/.test(code ?? '')) return 'what listens there does not speak TLS: it may be http:';
  if (UNTRUSTED.test(code ?? ''))
    return 'its certificate is of an authority that is not trusted here: name its file in NODE_EXTRA_CA_CERTS';
  return code === 'EACCES' ? fileTrouble(first) : faultOfFile(first as Error);
}

/** Of a pipe, or a file once it is open, the system says no name. */
const UNNAMED: Readonly<Record<string, string>> = {
  read: 'what is read',
  write: 'what is written to',
  uv_cwd: 'the folder that this was called in',
};

/** The same with the file's name, where the system says which it is. */
export function faultOfFile(error: Error): string {
  const { code = '', syscall = '', path = UNNAMED[syscall] } = error as NodeJS.ErrnoException;
  return path !== undefined && code in OF_FILES ? `${path}: ${fileTrouble(error)}` : error.message;
}
