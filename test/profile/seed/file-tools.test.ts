import { readFileSync, realpathSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { call, put, runCalls } from './seed-scene.js';

const ok = (output: unknown) => ({ output, isError: false });
const error = (text: string) => ({ output: { error: expect.stringContaining(text) }, isError: true });

describe('readFile', () => {
  it('gives the whole text, or numbered lines with a header and the next offset', async () => {
    verifies('seed.tool.read-whole', 'seed.tool.read-paged');
    const { told } = await runCalls(
      [
        call('readFile', { path: 'a.txt' }),
        call('readFile', { path: 'private:/a.txt', offset: 1, limit: 2 }),
        call('readFile', { path: '/a.txt', offset: 2 }),
        call('readFile', { path: 'a.txt', limit: 9 }),
        call('readFile', { path: 'a.txt', offset: 9 }),
        call('readFile', { path: 'b.txt' }),
        call('readFile', { path: 'empty' }),
      ],
      { 'a.txt': 'zero\none\ntwo\nthree\n', empty: '' },
    );
    expect(told).toEqual([
      ok('zero\none\ntwo\nthree'),
      ok('[private:/a.txt: lines 1-2 of 4, counted from 0]\n1: one\n2: two\n[Next offset: 3]'),
      ok('[private:/a.txt: lines 2-3 of 4, counted from 0]\n2: two\n3: three'),
      ok('[private:/a.txt: lines 0-3 of 4, counted from 0]\n0: zero\n1: one\n2: two\n3: three'),
      error('offset 9 is beyond the end'),
      error('private:/b.txt'),
      ok(''),
    ]);
  });

  it('says where to go on when a file is longer than a result', async () => {
    const long = Array.from({ length: 20_000 }, (_, at) => `line ${at}`).join('\n');
    const { told } = await runCalls([call('readFile', { path: 'long.txt' })], { 'long.txt': long });
    const text = told[0]?.output as string;
    expect(text).toMatch(/^\[private:\/long\.txt: lines 0-\d+ of 20000, counted from 0\]\n0: line 0\n/);
    const [, last, next] = /lines 0-(\d+) of[\s\S]*\[Next offset: (\d+)\]/.exec(text) ?? [];
    expect(Number(next)).toBe(Number(last) + 1);
  });
});

describe('listFiles', () => {
  it('lists a folder minus what is ignored', async () => {
    verifies('seed.tool.list-files', 'seed.executor.schema-extra');
    const { told } = await runCalls(
      [
        call('listFiles'),
        call('listFiles', { path: 'private:/', ignore: ['*.ts', 'lib'], more: true }),
        call('listFiles', { path: 'lib' }),
        call('listFiles', { ignore: ['..'] }),
      ],
      { 'a.ts': '', 'b.md': '', '.hidden': '', 'lib/c.ts': '' },
    );
    expect(told).toEqual([
      ok({ path: 'private:/', files: ['.hidden', 'a.ts', 'b.md', 'lib/'] }),
      ok({ path: 'private:/', files: ['.hidden', 'b.md'] }),
      ok({ path: 'private:/lib', files: ['c.ts'] }),
      error('ignore climbs out'),
    ]);
  });
});

describe('editFile', () => {
  const edit = (oldString: string, newString: string, more: object = {}) =>
    call('editFile', { path: 'a.txt', oldString, newString, ...more });
  const text = 'if (x) {\n  go( 1,2 );\n}\nx\nx\ncost\n';

  it('makes a file that is not there, with its parents', async () => {
    verifies('seed.edit.create', 'seed.edit.create-exists', 'seed.edit.result');
    const { told, inPrivate, asked } = await runCalls([
      call('editFile', { path: 'deep/er/new.txt', oldString: '', newString: 'hello\n' }),
      call('editFile', { path: 'deep/er/new.txt', oldString: '', newString: 'again\n' }),
    ]);
    expect(told).toEqual([
      ok({ success: true, path: 'private:/deep/er/new.txt', action: 'created' }),
      error('private:/deep/er/new.txt is there already, and an empty oldString creates a file.'),
    ]);
    expect(readFileSync(inPrivate('deep/er/new.txt'), 'utf8')).toBe('hello\n');
    expect(asked).toEqual([]);
  });

  it('replaces an exact text, then one with other white space, or a regular expression', async () => {
    verifies('seed.edit.exact', 'seed.edit.flexible', 'seed.edit.flexible-punctuation', 'seed.edit.regex');
    verifies('seed.edit.result');
    const { told, inPrivate } = await runCalls(
      [
        edit('cost', '$1 & $&'),
        edit('if(x){ go(1, 2);}', 'stop();'),
        edit('^x$', 'y', { regex: true }),
        edit('^nowhere$', 'y', { regex: true }),
      ],
      { 'a.txt': text },
    );
    const done = { success: true, path: 'private:/a.txt', action: 'edited' };
    expect(told).toEqual([
      ok({ ...done, strategy: 'exact' }),
      ok({ ...done, strategy: 'flexible', note: expect.stringContaining('oldString') }),
      ok({ ...done, strategy: 'regex' }),
      error('The pattern matches nothing in private:/a.txt'),
    ]);
    expect(readFileSync(inPrivate('a.txt'), 'utf8')).toBe('stop();\ny\nx\n$1 & $&\n');
  });

  it('inserts dollar signs as they are, by exact and by flexible match', async () => {
    verifies('seed.edit.literal');
    const { told, inPrivate } = await runCalls([edit('one', '$& $1 $$ $`'), edit('two( 1 )', "$' $<n>")], {
      'a.txt': 'one\ntwo(1)\n',
    });
    expect(told.map(({ output }) => (output as { strategy: string }).strategy)).toEqual(['exact', 'flexible']);
    expect(readFileSync(inPrivate('a.txt'), 'utf8')).toBe("$& $1 $$ $`\n$' $<n>\n");
  });

  it('changes nothing where the text is not there, or there more than once', async () => {
    verifies('seed.edit.not-found', 'seed.edit.flexible-ambiguous', 'seed.edit.exact-ambiguous');
    const { told, inPrivate } = await runCalls([edit('x', 'y'), edit('a  b', 'c'), edit('nothing', 'y')], {
      'a.txt': 'x\nx\na b\na\tb\n',
    });
    expect(told).toEqual([
      error('oldString is found 2 times in private:/a.txt'),
      error('flexible'),
      error('oldString is not in private:/a.txt'),
    ]);
    expect(JSON.stringify(told)).not.toMatch(/replace_all|old_text/);
    expect(JSON.stringify(told[1])).toContain('2 times');
    expect(readFileSync(inPrivate('a.txt'), 'utf8')).toBe('x\nx\na b\na\tb\n');
  });

  it('is asked about for public:/ only, and an impossible one never is', async () => {
    verifies('seed.risk.edit-public', 'seed.edit.preflight');
    const { told, asked, workspace } = await runCalls([
      call('editFile', { path: 'public:/a.txt', oldString: '', newString: 'a\n' }),
      call('editFile', { path: 'public:/a.txt', oldString: 'missing', newString: 'b' }),
      call('editFile', { path: 'b.txt', oldString: '', newString: 'b\n' }),
    ]);
    expect(told.map(({ isError }) => isError)).toEqual([false, true, false]);
    expect(asked).toMatchObject([{ tool: 'editFile', preview: { kind: 'diff', path: 'public:/a.txt' } }]);
    expect(readFileSync(join(workspace, 'public/a.txt'), 'utf8')).toBe('a\n');
  });
});

describe('glob and grep', () => {
  it('advise nothing that they do not have', async () => {
    const { told } = await runCalls([call('glob', { pattern: '../*' }), call('grep', { pattern: '(' })]);
    expect(told).toEqual([
      error('pattern climbs out with "..". Begin with the scope instead.'),
      { output: { error: expect.stringMatching(/before a character meant as it is\.$/) }, isError: true },
    ]);
  });

  it('search a scope and say when nothing is found', async () => {
    verifies('seed.tool.grep', 'seed.tool.grep-none', 'seed.tool.glob');
    const calls = [
      call('glob', { pattern: '**/*.ts', ignore: ['lib'] }),
      call('glob', { pattern: 'public:/*.md' }),
      call('grep', { pattern: 'wo+rd', include: '*.ts' }),
      call('grep', { pattern: 'word', path: 'public:/' }),
      call('grep', { pattern: 'absent' }),
    ];
    const files = { 'a.ts': 'a word\n', 'lib/b.ts': 'woord\n', 'c.md': 'word\n' };
    const scene = await runCalls([call('runCommand', { command: 'true' })], files);
    put(join(scene.workspace, 'public/p.md'), 'the word\n');
    const { told } = await runCalls(calls, files, { workspace: scene.workspace });
    expect(told).toEqual([
      ok({ files: ['private:/a.ts'], count: 1, truncated: false }),
      ok({ files: ['public:/p.md'], count: 1, truncated: false }),
      ok({
        content: 'private:/a.ts:1: a word\nprivate:/lib/b.ts:1: woord',
        count: 2,
        strategy: 'ripgrep',
      }),
      ok({ content: 'public:/p.md:1: the word', count: 1, strategy: 'ripgrep' }),
      ok({ content: 'No matches found.', count: 0, strategy: 'ripgrep' }),
    ]);
  });
});

describe('glob', () => {
  it('gives the newest first, those of one time by name, and at most 100', async () => {
    verifies('seed.tool.glob');
    const names = Array.from({ length: 103 }, (_, at) => `${String(at).padStart(3, '0')}.txt`);
    const workspace = realpathSync(newFolder());
    for (const name of names) put(join(workspace, 'public', name), name);
    for (const name of names) utimesSync(join(workspace, 'public', name), 1000, name === '050.txt' ? 3000 : 2000);
    const { told } = await runCalls([call('glob', { pattern: 'public:/*.txt' })], {}, { workspace });
    const [first, second, third, ...rest] = (told[0]?.output as { files: string[] }).files;
    expect([first, second, third, rest.length]).toEqual(['public:/050.txt', 'public:/000.txt', 'public:/001.txt', 97]);
    expect(told[0]?.output).toMatchObject({ count: 103, truncated: true });
  });
});

describe('todoUpdate', () => {
  it('replaces the list, and tells the next pending todo or that all are done', async () => {
    verifies('seed.tool.todo-update');
    const todos = (...given: readonly (readonly [string, string])[]) =>
      call('todoUpdate', { todos: given.map(([content, status]) => ({ content, status })) });
    const { told, session, asked } = await runCalls([
      todos(['plan', 'completed'], ['build', 'pending'], ['test', 'pending']),
      todos(['build', 'completed'], ['test', 'completed']),
    ]);
    expect(told.map(({ output }) => (output as { message: string }).message)).toEqual([
      'Next: task_2: build',
      'All todo complete',
    ]);
    expect(session.todos.map(({ content, status }) => [content, status])).toEqual([
      ['build', 'completed'],
      ['test', 'completed'],
    ]);
    expect(asked).toEqual([]);
  });
});
