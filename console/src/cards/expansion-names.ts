/** The names of expansions by id: read once in a while, since card rows carry the id alone. */
import { useEffect, useState } from 'preact/hooks';
import { client } from '../service/service.ts';

type Names = ReadonlyMap<string, string>;

const KEPT_MS = 300_000;

let asked: Promise<Names> | undefined;
let askedAt = 0;
let known: Names = new Map();

async function readNames(): Promise<Names> {
  const names = new Map<string, string>();
  for await (const { expansions } of client.series.iterate({ limit: 200 })) {
    for (const { id, name } of expansions) names.set(id, name);
  }
  known = names;
  return names;
}

/** The names as far as they are known; ids do until then, and where they cannot be read. */
export function useExpansionNames(): Names {
  const [names, setNames] = useState(known);
  useEffect(() => {
    if (Date.now() - askedAt > KEPT_MS) asked = undefined;
    if (asked === undefined) askedAt = Date.now();
    asked ??= readNames();
    asked.then(setNames, () => {
      asked = undefined;
    });
  }, []);
  return names;
}
