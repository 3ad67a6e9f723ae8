import { expect } from 'vitest';
import { builtinTools } from '../../src/builtin/builtin-tools.js';
import { callTool, createBench } from '../builtin/tool-harness.js';
import { codeBlocks, readPage } from './markdown.js';

interface CallPage {
  readonly page: string;
  /** Files that are there before, by their paths. */
  readonly files: Readonly<Record<string, string>>;
  /** The language of the blocks that are files themselves, and their path. */
  readonly source: { readonly language: string; readonly path: string };
}

/** Makes the calls of a page, one after another, and expects what it shows of each. Answers how many there were. */
export async function playCalls({ page, files, source }: CallPage): Promise<number> {
  const { ctx, write } = createBench();
  for (const [path, content] of Object.entries(files)) write(path, content);
  let shown = '';
  let calls = 0;
  for (const { language, text } of codeBlocks(readPage(page))) {
    if (language === source.language) write(source.path, text);
    if (language === 'text') expect(shown).toBe(text.trimEnd());
    if (language !== 'json') continue;
    const { name, arguments: args } = JSON.parse(text) as { name: string; arguments: Record<string, unknown> };
    const tool = builtinTools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    ({ shown } = await callTool(tool, args, ctx));
    calls += 1;
  }
  return calls;
}
