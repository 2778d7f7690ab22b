/** What is made once and kept: by what it is made of, or by itself. */

/** `of`, asked once for each that is given; all are forgotten where they are more than `most`. */
export function remembered<Given, Value>(of: (given: Given) => Value, most = Infinity): (given: Given) => Value {
  const known = new Map<Given, Value>();
  return (given) => {
    const before = known.get(given);
    if (before !== undefined) return before;
    const value = of(given);
    if (known.size >= most) known.clear();
    known.set(given, value);
    return value;
  };
}

/** What `make` gives, made when it is first asked for. */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
