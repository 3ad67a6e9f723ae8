import { expect, it } from 'vitest';
import { findTodoComments } from '../../../src/builtin/search/find-todo-comments.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

it('finds notes as whole words, with counts of each kind', async () => {
  verifies('search.todos.words');
  const { ctx, write } = createBench();
  write('a.ts', '// TODO: one\nDEBUG(TODO_LIST, todo);\n  // FIXME two, and a TODO\n');
  write('lib/b.py', '# HACK three\n# BUG: four\n# XXX five\n');
  write('.gitignore', 'out\n');
  write('out/c.ts', '// TODO: not seen\n');
  const { value, shown, facts } = await callOk(findTodoComments, {}, ctx);
  expect(shown).toBe(
    [
      'a.ts:1: // TODO: one',
      'a.ts:3: // FIXME two, and a TODO',
      'lib/b.py:1: # HACK three',
      'lib/b.py:2: # BUG: four',
      '[1 BUG, 1 FIXME, 1 HACK, 1 TODO in 2 files]',
    ].join('\n'),
  );
  expect(value.todos[1]).toEqual({ path: 'a.ts', line: 3, kind: 'FIXME', text: '// FIXME two, and a TODO' });
  expect(facts).toEqual([{ kind: 'read', target: '.', where: 'workspace', known: true, deep: true }]);
  expect((await callOk(findTodoComments, { pattern: 'XXX', path: 'lib' }, ctx)).shown).toBe(
    'lib/b.py:3: # XXX five\n[1 XXX in 1 file]',
  );
  expect((await callOk(findTodoComments, { pattern: 'th.ee$' }, ctx)).value.counts).toEqual({ match: 1 });
  expect((await callOk(findTodoComments, { pattern: 'th.ee$|o.e' }, ctx)).shown).toMatch(/\b\d matches in /);
  expect((await callTool(findTodoComments, { pattern: 'TODO(' }, ctx)).failure?.errorType).toBe('validation_failed');
  expect((await callTool(findTodoComments, { path: 'none' }, ctx)).failure?.errorType).toBe('not_found');
});

it('gives 200 unless told, at most 2000, and says when there are none', async () => {
  const { ctx, write } = createBench();
  expect((await callOk(findTodoComments, {}, ctx)).shown).toBe('None found.');
  write('many.txt', 'TODO\n'.repeat(2500));
  expect((await callOk(findTodoComments, {}, ctx)).shown).toContain('[first 200 TODO in 1 file; there are more');
  expect((await callOk(findTodoComments, { max_results: 2000 }, ctx)).value.todos).toHaveLength(2000);
  expect(findTodoComments.parameters).toMatchObject({ properties: { max_results: { maximum: 2000 } } });
});
