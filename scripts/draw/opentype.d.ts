/** The part of opentype.js that is used; the package brings no types. */
declare module 'opentype.js' {
  export interface PathCommand {
    type: 'M' | 'L' | 'Q' | 'C' | 'Z';
    x?: number;
    y?: number;
    x1?: number;
    y1?: number;
  }

  export interface Font {
    unitsPerEm: number;
    glyphs: { length: number; get(at: number): { unicodes: number[] } };
    charToGlyph(char: string): { advanceWidth: number; path: { commands: PathCommand[] } };
  }

  const opentype: { parse(file: ArrayBuffer): Font };
  export default opentype;
}
