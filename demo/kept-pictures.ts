/** Pictures kept while there is room: the longest unused go first. */

export interface Picture {
  type: string;
  bytes: Buffer;
}

export interface KeptPictures {
  get(path: string): Picture | undefined;
  keep(path: string, picture: Picture): void;
}

/** A shelf for at most `bytesMax` bytes of pictures; the newest stays even where it alone is larger. */
export function keptPictures(bytesMax: number): KeptPictures {
  const kept = new Map<string, Picture>();
  let bytes = 0;

  function drop(path: string): Picture | undefined {
    const picture = kept.get(path);
    if (picture !== undefined && kept.delete(path)) bytes -= picture.bytes.length;
    return picture;
  }

  function keep(path: string, picture: Picture): void {
    drop(path);
    // A Map hands its entries out in the order they were set: setting again makes the newest.
    kept.set(path, picture);
    bytes += picture.bytes.length;
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax || oldest === path) return;
      drop(oldest);
    }
  }

  return {
    keep,
    get(path) {
      const picture = drop(path);
      if (picture !== undefined) keep(path, picture);
      return picture;
    },
  };
}
