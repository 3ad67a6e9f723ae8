import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editFile } from '../../../src/builtin/file/edit-file.js';
import { multiEdit } from '../../../src/builtin/file/multi-edit.js';
import { readFile } from '../../../src/builtin/file/read-file.js';
import { isFailure } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, open, play } from '../../session/open.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

const edit = (path: string, old_text: string, new_text: string, replace_all = false) => ({
  path,
  old_text,
  new_text,
  replace_all,
});

it('edits many files, and one file in order, as one change', async () => {
  verifies('patches.multi.one-change', 'patches.multi.in-order', 'patches.multi.preview');
  const { ctx, read, write, events } = createBench();
  write('a.txt', 'one\ntwo\n');
  write('b/c.txt', 'x\r\nx\r\n');
  const edits = [
    edit('a.txt', 'one', 'three'),
    edit('b/c.txt', 'x\n', 'y\nz\n', true),
    edit('./a.txt', 'three\ntwo', '$1 four'),
  ];
  const { shown, facts, plan, value } = await callOk(multiEdit, { edits }, ctx);
  expect([read('a.txt'), read('b/c.txt')]).toEqual(['$1 four\n', 'y\r\nz\r\ny\r\nz\r\n']);
  expect(shown).toBe(
    'Edited a.txt: 1 line added, 2 removed.\nEdited b/c.txt: 4 lines added, 2 removed. Line ends were kept as CRLF.',
  );
  expect(value).toMatchObject({ added: 5, removed: 4, files: [{ path: 'a.txt' }, { path: 'b/c.txt' }] });
  expect(multiEdit.display?.(value as never)).toBe('2 files changed: 5 lines added, 4 removed.');
  expect(facts.map(({ kind, target }) => `${kind} ${target}`)).toEqual([
    'read a.txt',
    'write a.txt',
    'read b/c.txt',
    'write b/c.txt',
  ]);
  expect(plan).toMatchObject({ preview: { kind: 'diff', path: 'a.txt, b/c.txt', operation: 'edit' } });
  expect(plan).toMatchObject({ preview: { diff: expect.stringMatching(/a\/a\.txt[\s\S]*a\/b\/c\.txt/) } });
  expect(events.filter(({ type }) => type === 'change-applied')).toHaveLength(2);
});

it('makes none when one of them cannot be made, and says which', async () => {
  verifies('patches.multi.all-or-none', 'patches.multi.names-edit');
  const { ctx, read, write, outside } = createBench();
  write('a.txt', 'one\n');
  const cases: readonly [object, string, RegExp][] = [
    [edit('a.txt', 'five', 'six'), 'not_found', /^Edit 2: old_text is not in a\.txt/],
    [edit('none.txt', 'a', 'b'), 'not_found', /^none\.txt does not exist/],
    [edit('a.txt', 'two', 'two'), 'validation_failed', /^Edit 2: old_text and new_text are the same/],
    [edit('a.txt', '', 'two'), 'validation_failed', /^Edit 2: old_text is empty/],
    [edit('\0', 'a', 'b'), 'validation_failed', /^Edit 2: The path holds a NUL/],
  ];
  for (const [bad, errorType, message] of cases) {
    const { failure } = await callTool(multiEdit, { edits: [edit('a.txt', 'one', 'two'), bad] }, ctx);
    expect(failure).toMatchObject({ errorType, message: expect.stringMatching(message) });
  }
  // What is outside is told once policy has let it be seen.
  writeFileSync(join(outside, 'x'), 'x');
  const { facts, failure } = await callTool(multiEdit, { edits: [edit('../outside/x', 'y', 'z')] }, ctx);
  expect(facts).toMatchObject([{ kind: 'read', where: 'outside' }]);
  expect(failure?.errorType).toBe('not_found');
  expect(read('a.txt')).toBe('one\n');
});

it('writes nothing when a file changed after the plan, or since it was read', async () => {
  verifies('patches.multi.stale');
  const { ctx, read, write } = createBench();
  write('a.txt', 'one\n');
  write('b.txt', 'one\n');
  const edits = [edit('a.txt', 'one', 'two'), edit('b.txt', 'one', 'two')];
  const late = await callTool(multiEdit, { edits }, ctx, () => write('b.txt', 'other\n'));
  expect(late.failure?.errorType).toBe('stale');
  expect([read('a.txt'), read('b.txt')]).toEqual(['one\n', 'other\n']);
  write('b.txt', 'one\n');
  await callOk(readFile, { path: 'b.txt' }, ctx);
  write('b.txt', 'one more\n');
  const known = await callTool(multiEdit, { edits }, ctx);
  expect(known.failure).toMatchObject({ errorType: 'stale', data: { path: 'b.txt' } });
  expect(known.shown).toContain('one more');
  expect(read('a.txt')).toBe('one\n');
  await callOk(multiEdit, { edits }, ctx);
  expect(read('b.txt')).toBe('two more\n');
});

it('tells a file that stays as it is', async () => {
  const { ctx, read, write } = createBench();
  write('a.txt', 'one\n');
  const edits = [edit('a.txt', 'one', 'two'), edit('a.txt', 'two', 'one')];
  expect((await callOk(multiEdit, { edits }, ctx)).shown).toBe('Unchanged: a.txt.');
  expect(read('a.txt')).toBe('one\n');
});

it('gives typed errors for whatever it is given', async () => {
  verifies('patches.multi.fuzz');
  const { ctx, write } = createBench();
  write('a.txt', 'one\ntwo\nthree\n');
  const some = fc.constantFrom('a.txt', 'one', 'two\n', '', '.', '..', '\0', '\ud800', '//host/x', 'x'.repeat(300));
  const text = fc.oneof(some, fc.string({ unit: 'binary' }));
  const edits = fc.array(fc.record({ path: text, old_text: text, new_text: text, replace_all: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(edits, async (given) => {
      const plan = await multiEdit.plan?.({ edits: given } as never, ctx);
      expect(isFailure(plan) ? plan.message : plan?.preview.kind).toBeTruthy();
    }),
    { numRuns: 200 },
  );
});

it('takes the same arguments as edit_file, regular expressions and expected hashes too', async () => {
  verifies('patches.multi.same-arguments');
  expect(multiEdit.parameters).toMatchObject({ properties: { edits: { items: editFile.parameters } } });
  const { ctx, read, write } = createBench();
  write('a.txt', 'let one = 1;\r\nlet two = 2;\r\n');
  write('b.txt', 'two\n');
  const { value } = await callOk(readFile, { path: 'a.txt' }, ctx);
  const edits = [
    { ...edit('a.txt', 'let (\\w+)', 'const $1', true), regex: true, expected_hash: value.content_hash },
    { ...edit('a.txt', '^const two.*$', '// $&\n$$1'), regex: true, expected_hash: value.content_hash },
    edit('b.txt', 'two', '$1 $&'),
  ];
  const { shown } = await callOk(multiEdit, { edits }, ctx);
  expect(read('a.txt')).toBe('const one = 1;\r\n// const two = 2;\r\n$1\r\n');
  expect(read('b.txt')).toBe('$1 $&\n');
  expect(shown).toContain('Line ends were kept as CRLF.');
});

it('leaves all files alone when one is of other content than expected, or a pattern cannot be used', async () => {
  verifies('patches.multi.same-arguments', 'patches.multi.all-or-none', 'patches.multi.names-edit');
  const { ctx, read, write } = createBench();
  write('a.txt', `one ${'a'.repeat(40)}!\n`);
  write('b.txt', 'two\n');
  const good = edit('a.txt', 'one', 'three');
  const other = { ...edit('b.txt', 'two', 'four'), expected_hash: '0'.repeat(64) };
  const stale = await callTool(multiEdit, { edits: [good, other] }, ctx);
  expect(stale.failure).toMatchObject({ errorType: 'stale', data: { path: 'b.txt', now: 'two\n' } });
  const cases: readonly [string, string, RegExp][] = [
    ['(', 'validation_failed', /^Edit 2: The pattern cannot be used/],
    ['five', 'not_found', /^Edit 2: The pattern matches nothing in a\.txt/],
    ['(a+)+$', 'timeout', /^Edit 2: The pattern took longer than 2 s/],
  ];
  for (const [pattern, errorType, message] of cases) {
    const { failure } = await callTool(
      multiEdit,
      { edits: [good, { ...edit('a.txt', pattern, 'x'), regex: true }] },
      ctx,
    );
    expect(failure).toMatchObject({ errorType, message: expect.stringMatching(message) });
  }
  expect([read('a.txt').slice(0, 3), read('b.txt')]).toEqual(['one', 'two\n']);
});

it('tells of an edit that was found with other white space', async () => {
  const { ctx, write } = createBench();
  write('a.txt', 'if (x)  {\n\tgo();\n}\n');
  const { shown } = await callOk(multiEdit, { edits: [edit('a.txt', 'if (x) {\n  go();', 'run();')] }, ctx);
  expect(shown).toContain('Edit 1 was found with other white space than given.');
});

it('is one question and one undo in a session', async () => {
  verifies('patches.multi.one-question', 'patches.multi.one-undo');
  const workspace = newFolder();
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(workspace, name), 'one\n');
  const edits = [edit('a.txt', 'one', 'two'), edit('b.txt', 'one', 'two')];
  const session = await open([{ calls: [{ name: 'multi_edit', arguments: { edits } }] }, { text: 'done' }], {
    workspace,
    builtins: true,
    onQuestion: () => ({ choice: 'once' }),
  });
  const { events } = await play(session.send('go'));
  expect(bodies(events, 'approval-requested')).toMatchObject([
    { preview: { diff: expect.stringMatching(/\+two\n[\s\S]*\+two\n/) }, undo: { possible: true } },
  ]);
  expect(bodies(events, 'change-applied')).toHaveLength(2);
  const undone = await session.undo({ what: { by: 'call' } });
  expect(undone).toMatchObject({ type: 'done' });
  expect(['a.txt', 'b.txt'].map((name) => readFileSync(join(workspace, name), 'utf8'))).toEqual(['one\n', 'one\n']);
});
