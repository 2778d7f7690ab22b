/** What an API key looks like, and the only forms of it that are kept: its hash and its first characters. */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MARK = 'cs_live_';
const BODY_LENGTH = 33;
const CHECKSUM_LENGTH = 6;
const WELL_FORMED = new RegExp(`^${MARK}[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`);
const PREFIX_LENGTH = 12;

/** A new key: the mark, 192 random bits, and a checksum that finds a typo without asking the store. */
export function newKey(random: (bytes: number) => Buffer = randomBytes): string {
  const body = MARK + base62(BigInt(`0x${random(24).toString('hex')}`), BODY_LENGTH);
  return body + checksum(body);
}

/** Whether `text` could be a key at all. The checksum is no secret: only the store knows which keys are real. */
export function isWellFormed(text: string): boolean {
  if (!WELL_FORMED.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.endsWith(checksum(body));
}

/** The form a key is stored and looked up in, SHA-256 as hex: 192 random bits need no slow hash. */
export function keyHash(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The first 12 characters, by which an operator tells keys apart in a list. */
export function keyPrefix(text: string): string {
  return text.slice(0, PREFIX_LENGTH);
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}
