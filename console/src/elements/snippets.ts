/** Requests as people paste them: curl, TypeScript and Python. */

export type Language = 'curl' | 'TypeScript' | 'Python';

/** A request to show. */
export interface Snippet {
  method: 'GET' | 'POST' | 'DELETE';
  /** With its query. */
  path: string;
  /** Whether it goes without a key. */
  isOpen?: boolean;
  /** A file to send in the field `image`. */
  file?: string;
  /** A JSON body. */
  json?: string;
}

const KEY = '$CARDSTOCK_KEY';

const isEnveloped = (path: string): boolean => /^\/(?:v1|admin)\//.test(path) && !path.includes('/progress');

function curl(base: string, { method, path, isOpen, file, json }: Snippet): string {
  const parts = ['curl'];
  if (method !== 'GET' && !file && json === undefined) parts.push(`-X ${method}`);
  if (!isOpen) parts.push(`-H "Authorization: Bearer ${KEY}"`);
  if (file) parts.push(`-F image=@${file}`);
  if (json !== undefined) parts.push(`--json '${json.replaceAll("'", "'\\''")}'`);
  return [...parts, `"${base}${path}"`].join(' \\\n  ');
}

function typescript(base: string, { method, path, isOpen, file, json }: Snippet): string {
  const lines = [];
  const options = [];
  if (method !== 'GET') options.push(`method: '${method}'`);
  if (!isOpen && json === undefined)
    options.push(`headers: { authorization: \`Bearer \${process.env.CARDSTOCK_KEY}\` }`);
  if (file) {
    lines.push("import { openAsBlob } from 'node:fs';", '', 'const body = new FormData();');
    lines.push(`body.set('image', await openAsBlob('${file}'));`);
    options.push('body');
  }
  if (json !== undefined) {
    const key = isOpen ? '' : ` authorization: \`Bearer \${process.env.CARDSTOCK_KEY}\`,`;
    options.push(`headers: {${key} 'content-type': 'application/json' }`, `body: JSON.stringify(${json})`);
  }
  const init = options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`;
  lines.push(`const answer = await fetch('${base}${path}'${init});`);
  lines.push(
    ...(isEnveloped(path)
      ? [
          'const { data, error } = await answer.json();',
          `if (error) throw new Error(\`\${error.code}: \${error.message}\`);`,
          'console.log(data);',
        ]
      : ['console.log(await answer.text());']),
  );
  return lines.join('\n');
}

function python(base: string, { method, path, isOpen, file, json }: Snippet): string {
  if (file) {
    return [
      'import os',
      'import requests',
      '',
      `with open("${file}", "rb") as image:`,
      '    answer = requests.post(',
      `        "${base}${path}",`,
      '        headers={"Authorization": f"Bearer {os.environ[\'CARDSTOCK_KEY\']}"},',
      '        files={"image": image},',
      '    )',
      'print(answer.json()["data"])',
    ].join('\n');
  }
  const headers = [
    ...(isOpen ? [] : ['"Authorization": f"Bearer {os.environ[\'CARDSTOCK_KEY\']}"']),
    ...(json === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const given = [
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(json === undefined ? [] : [`data=${JSON.stringify(json)}.encode()`]),
    ...(method === 'GET' ? [] : [`method="${method}"`]),
  ];
  return [
    'import json, os, urllib.request',
    '',
    `request = urllib.request.Request(${[`"${base}${path}"`, ...given].join(', ')})`,
    'with urllib.request.urlopen(request) as answer:',
    isEnveloped(path) ? '    print(json.load(answer)["data"])' : '    print(answer.read().decode())',
  ].join('\n');
}

const WRITERS: Record<Language, (base: string, snippet: Snippet) => string> = {
  curl,
  TypeScript: typescript,
  Python: python,
};

export const LANGUAGES = Object.keys(WRITERS) as Language[];

/** The request in `language`; the key comes from the environment variable CARDSTOCK_KEY. */
export const snippetIn = (language: Language, base: string, snippet: Snippet): string =>
  WRITERS[language](base, snippet);
