import { expect, it, vi } from 'vitest';

it('finds its grammars for every copy of the code in a process: the program has several', async () => {
  for (const name of ['bash', 'python']) {
    vi.resetModules();
    const { openTreeSitter } = await import('../../src/base/tree-sitter.js');
    const { createParser, loadGrammar } = await openTreeSitter();
    const parser = createParser();
    parser.setLanguage(await loadGrammar(name));
    expect(parser.parse('x = 1\n')?.rootNode.type).toMatch(/^(program|module)$/);
  }
});
