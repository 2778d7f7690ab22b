/** The built-in demo source: its documents by path (drawn up in the next commit). */
export const demoDocument = (_p: string, _r: { day: string; pictureBase: string; body?: string }): string | undefined =>
  undefined;
