import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeSearch } from '../../../src/builtin/search/code-search.js';
import { findTodoComments } from '../../../src/builtin/search/find-todo-comments.js';
import { glob } from '../../../src/builtin/search/glob.js';
import { grep } from '../../../src/builtin/search/grep.js';
import { verifies } from '../../requirements.js';
import { callTool, createBench } from '../tool-harness.js';

const typed = ['validation_failed', 'not_found', 'io_error', undefined];
const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('*', '(', ')', '[', ']', '{', '}', '\\', '/', '.', '|', '?', '!', 'a', ',', '-') }),
  fc.string({ unit: 'binary', maxLength: 10 }),
);
const path = fc.oneof(fc.constantFrom('.', 'src', 'src/a.ts', '/', '..', 'none'), fc.string({ maxLength: 10 }));
const flag = fc.boolean();

const cases = [
  {
    tool: glob,
    args: fc.record(
      { pattern: text, path, ignore: fc.array(text, { maxLength: 3 }), include_hidden: flag, include_ignored: flag },
      { requiredKeys: ['pattern'] },
    ),
  },
  {
    tool: grep,
    args: fc.record(
      {
        pattern: text,
        path,
        include: text,
        literal: flag,
        include_hidden: flag,
        output: fc.constantFrom('lines', 'files', 'counts'),
      },
      { requiredKeys: ['pattern'] },
    ),
  },
  { tool: findTodoComments, args: fc.record({ pattern: text, path }, { requiredKeys: [] }) },
  { tool: codeSearch, args: fc.record({ name: text, path }, { requiredKeys: ['name'] }) },
];

it.each(cases)('$tool.name answers random arguments by a result or a typed error', async ({ tool, args }) => {
  verifies('search.arguments.fuzz');
  const { ctx, write } = createBench();
  write('src/a.ts', 'const a = 1; // TODO a\n');
  write('.gitignore', 'x\n');
  await fc.assert(
    fc.asyncProperty(args as fc.Arbitrary<Record<string, unknown>>, async (given) => {
      // Whole trees of the machine are not searched for this.
      fc.pre(!/^(?:\/|\.\.|~)/.test(String(given['path'] ?? '.').trim()));
      const { failure } = await callTool(tool, given, ctx);
      expect(typed).toContain(failure?.errorType);
    }),
    { numRuns: 60 },
  );
});
