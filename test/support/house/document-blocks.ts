/** The fenced blocks of every document that a reader gets. */
import { globSync, readFileSync } from 'node:fs';

/** A fenced block: `info` stands behind its fence, the language first. */
export interface Block {
  page: string;
  line: number;
  language: string;
  info: string;
  text: string;
}

const PAGES = ['*.md', 'docs/**/*.md', '{client,client-python}/*.md', 'examples/**/*.md', 'deploy/**/*.md'];

function blocksOf(page: string): Block[] {
  const content = readFileSync(page, 'utf8');
  const found = [...content.matchAll(/^([ >]*)(```+|~~~+)(.*)\n([\s\S]*?)^\1\2 *$/gm)];
  return found.map(({ index, 3: fence = '', 4: text = '' }) => {
    const [language = '', ...info] = fence.trim().split(' ');
    const line = content.slice(0, index).split('\n').length;
    return { page, line, language, info: info.join(' '), text };
  });
}

export const documentBlocks = (): Block[] => globSync(PAGES).sort().flatMap(blocksOf);
