import { expect, it } from 'vitest';
import { builtinTools } from '../../src/builtin/builtin-tools.js';
import { callTool, createBench } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { codeBlocks, readPage } from './markdown.js';

it('its calls answer what the page shows', async () => {
  verifies('standing.docs.examples-run');
  const { ctx, write } = createBench();
  write('src/test.py', 'from menu import findDish\n\ndef test_tea():\n    assert findDish("tea")\n');
  write('notes.md', 'soup\nmore soup\n');
  write('build/menu.ts', 'findDish();\n');
  write('.gitignore', 'build\n');
  let shown = '';
  let calls = 0;
  for (const { language, text } of codeBlocks(readPage('docs/tools/search.md'))) {
    if (language === 'ts') write('src/menu.ts', text);
    if (language === 'text') expect(shown).toBe(text.trimEnd());
    if (language !== 'json') continue;
    const { name, arguments: args } = JSON.parse(text) as { name: string; arguments: Record<string, unknown> };
    const tool = builtinTools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    ({ shown } = await callTool(tool, args, ctx));
    calls += 1;
  }
  expect(calls).toBe(7);
});
