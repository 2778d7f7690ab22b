/** What a release reads of the changelog and writes into it. */

const HEAD = '## Unreleased\n';

/** What is not released yet, without its heading; undefined where there is no such section. */
export function unreleased(changelog: string): string | undefined {
  const from = changelog.indexOf(HEAD);
  if (from < 0) return undefined;
  const rest = changelog.slice(from + HEAD.length);
  const end = rest.search(/^## /m);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/** The changelog in which that section bears a version and a day (`YYYY-MM-DD`). */
export const releasedAs = (changelog: string, version: string, day: string): string =>
  changelog.replace(HEAD, `## ${version} (${day})\n`);
