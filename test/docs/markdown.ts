import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

/** Every page of the project, from its root. */
export function listPages(): string[] {
  const inDocs = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`);
  return [...readdirSync(root), ...inDocs].filter((name) => name.endsWith('.md')).sort();
}

/** The pages people write; docs/api is generated. */
export function listWrittenPages(): string[] {
  return listPages().filter((page) => !page.startsWith('docs/api/'));
}

export function readPage(page: string): string {
  return readFileSync(`${root}${page}`, 'utf8');
}

export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

/** The first column of every table row, without its marks: `-C`, `--directory DIR` gives both. */
export function tableCodes(markdown: string): string[] {
  const cells = [...markdown.matchAll(/^\| (`.*?`) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|')));
}
