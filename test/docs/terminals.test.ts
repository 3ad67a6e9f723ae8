import { expect, it } from 'vitest';
import { build } from '../../src/builtin/shell/build.js';
import { virtualTerminal } from '../../src/builtin/shell/terminal/virtual-terminal.js';
import { terminalBench } from '../builtin/shell/terminal/terminal-bench.js';
import { callTool } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { codeBlocks, readPage, tableCodes } from './markdown.js';

const page = readPage('docs/tools/terminals.md');

it('its calls answer what the page shows', async () => {
  verifies('standing.docs.examples-run');
  const { ctx, write } = terminalBench();
  write('src/menu.txt', '');
  write('shop/Makefile', 'all:\n\t@echo built\n');
  let shown = '';
  let id: string | undefined;
  for (const { language, text } of codeBlocks(page)) {
    if (language === 'text') {
      // Where the machine is busy, a program draws in more than one go.
      for (let tries = 0; shown !== text.trimEnd() && id !== undefined && tries < 10; tries += 1)
        ({ shown } = await callTool(virtualTerminal, { action: 'read', id, wait_ms: 300 }, ctx));
      expect(shown).toBe(text.trimEnd());
      continue;
    }
    const args = JSON.parse(text) as Record<string, unknown>;
    const called = await callTool('action' in args ? virtualTerminal : build, args, ctx);
    shown = called.shown;
    id = 'screen' in called.value ? called.value.id : undefined;
  }
});

it('its table has every action', () => {
  const { action } = virtualTerminal.parameters['properties'] as { action: { enum: readonly string[] } };
  expect(tableCodes(page)).toEqual(expect.arrayContaining([...action.enum]));
});
