/** Why a file cannot be understood, in words for people. */

/** The file is none that can be understood; the message says why. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault';
}
