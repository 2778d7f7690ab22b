/** Which of upstream's addresses are shown to callers: whole http: and https: ones. Others become null, and are counted. */
import type { Image } from '../catalog/field-shapes.ts';
import { isVisible } from '../catalog/visible.ts';

/** What of upstream's is cited as a sample is no longer than this. */
export const SAMPLE_LENGTH_MAX = 160;

/**
 * Whether a page may name it as the source of a picture or the target of a link: it neither runs (`javascript:`, `data:`),
 * nor depends on the page it stands in, nor carries a password. The demo's pictures lie under the service's own address.
 */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/\\]/i.test(text) || !isVisible(text) || !URL.canParse(text)) return false;
  return !text.includes('@') || hasNoPassword(new URL(text));
}

const hasNoPassword = ({ username, password }: URL) => username === '' && password === '';

export class WebAddresses {
  /** What was left out, cut to a sample. */
  readonly refused: string[] = [];

  /** The address, or null in its place. */
  take(text: string | null): string | null {
    if (text === null || isWebAddress(text)) return text;
    this.refused.push(text.slice(0, SAMPLE_LENGTH_MAX));
    return null;
  }

  takeImage(image: Image | null): Image | null {
    if (image === null || (isWebAddress(image.low) && isWebAddress(image.high))) return image;
    this.refused.push((isWebAddress(image.low) ? image.high : image.low).slice(0, SAMPLE_LENGTH_MAX));
    return null;
  }
}

/** What a run says of them; null where there are none. */
export const refusedNotice = ([first, ...rest]: readonly string[]): string | null =>
  first === undefined
    ? null
    : `${rest.length + 1} addresses are not shown, being no http: or https: address; the first: ${first}`;

/** How a run counts them: a run without any says nothing of it. */
export const refusedCount = ({ length }: readonly string[]): Record<string, number> =>
  length === 0 ? {} : { addresses_refused: length };
