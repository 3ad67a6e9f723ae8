import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChangeBody } from '../../src/change/event.js';
import { createSeedPolicy } from '../../src/profile/seed/seed-vocabulary.js';
import type { Question } from '../../src/run/question.js';
import { verifies } from '../requirements.js';
import { bodies, newFolder, open, play, results } from './open.js';

const call = (name: string, args: object = {}) => ({ name, arguments: args });
const scopes = { private: 'private/t1', shared: 'shared/t0', public: 'public' };

/** A workspace with a file in each scope. */
function scene(): string {
  const root = realpathSync(newFolder());
  for (const path of Object.values(scopes)) {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, 'a.txt'), `in ${path}\n`);
  }
  return root;
}

const everyTool = [
  call('list_dir', { path: 'public:/' }),
  call('read_file', { path: 'shared:/a.txt' }),
  call('write_file', { path: 'public:/new/b.txt', content: 'b\n' }),
  call('edit_file', { path: '/a.txt', old_text: 'in', new_text: 'within' }),
  call('append_file', { path: 'a.txt', content: 'more\n' }),
  call('multi_edit', { edits: [{ path: 'shared:/a.txt', old_text: 'in', new_text: 'IN' }] }),
  call('apply_patch', { patch: '--- a/public:/a.txt\n+++ b/public:/a.txt\n@@ -1 +1 @@\n-in public\n+patched\n' }),
  call('move_file', { from: 'public:/new/b.txt', to: 'private:/moved.txt' }),
  call('delete_file', { path: 'private:/moved.txt' }),
  call('glob', { pattern: '*.txt', path: 'public:/' }),
  call('glob', { pattern: '*.txt' }),
  call('grep', { pattern: 'patched', path: 'public:/a.txt' }),
  call('grep', { pattern: 'more' }),
  call('get_working_directory'),
  call('run_command', { command: 'cat a.txt', cwd: 'shared:/' }),
  call('run_command', { command: 'cat a.txt' }),
  call('read_file', { path: 'public:/../private/t1/a.txt' }),
  call('read_file', { path: 'b.txt' }),
];

it('lead every tool to its files', async () => {
  verifies('seed.scopes.every-tool', 'seed.contract.context-resolver', 'scopes.facts.real', 'scopes.paths.commands');
  verifies('scopes.changes.undo');
  const workspace = scene();
  const asked: Question[] = [];
  const session = await open([...everyTool.map((one) => ({ calls: [one] })), { text: 'done' }], {
    workspace,
    scopes,
    builtins: true,
    sandbox: 'off',
    onQuestion: (question) => {
      asked.push(question);
      return { choice: 'once' };
    },
  });
  const { events } = await play(session.send('go'));
  const told = results(events).map(({ data, error_message }) => JSON.stringify(data ?? error_message));
  const expected = [
    'a.txt',
    'in shared/t0',
    'Created public:/new/b.txt',
    'Edited private:/a.txt',
    'Edited private:/a.txt',
    'Edited shared:/a.txt',
    'Edited public:/a.txt',
    'Moved public:/new/b.txt to private:/moved.txt',
    'Deleted private:/moved.txt',
    'public:/a.txt',
    'private:/a.txt',
    'public:/a.txt:1: patched',
    'private:/a.txt:2: more',
    'private:/',
    'IN shared/t0',
    'within private/t1',
    '\\"..\\" in it',
    'Did you mean private:/a.txt?',
  ];
  expect(told).toEqual(expected.map((text) => expect.stringContaining(text)));
  expect(JSON.stringify(told)).not.toContain(workspace);
  // Rules and the record know the real places.
  const targets = bodies(events, 'call-planned').flatMap(({ facts }) => facts.map(({ target }) => target));
  expect(targets.filter((target) => target.includes(':/'))).toEqual([]);
  expect(targets).toEqual(
    expect.arrayContaining(['public', 'shared/t0/a.txt', 'public/new/b.txt', 'private/t1/a.txt']),
  );
  const changed = (bodies(events, 'change-applied') as ChangeBody[]).flatMap(({ paths }) =>
    paths.map(({ path }) => path),
  );
  expect(changed).toEqual(expect.arrayContaining(['public/new', 'public/new/b.txt', 'private/t1/moved.txt']));
  // People are asked by the names that models use.
  const [first] = asked;
  expect(first).toMatchObject({ facts: [{ target: 'public/new/b.txt', named: 'public:/new/b.txt' }] });
  expect(readFileSync(join(workspace, 'public/a.txt'), 'utf8')).toBe('patched\n');
  expect(await session.undo()).toMatchObject({ type: 'done' });
  for (const path of Object.values(scopes))
    expect(readFileSync(join(workspace, path, 'a.txt'), 'utf8')).toBe(`in ${path}\n`);
  expect(existsSync(join(workspace, 'public/new'))).toBe(false);
});

it('keep what is protected in every mode, and are what the policy of Seed goes by', async () => {
  verifies('seed.scopes.protected', 'seed.risk.edit-public');
  const workspace = scene();
  const asked: Question[] = [];
  const write = (path: string) => ({ calls: [call('write_file', { path, content: 'x' })] });
  const session = await open(
    [
      write('mine.txt'),
      write('shared:/ours.txt'),
      write('public:/theirs.txt'),
      write('AGENTS.md'),
      write('.git/x'),
      { text: 'done' },
    ],
    {
      workspace,
      scopes,
      builtins: true,
      policy: createSeedPolicy({ places: { root: workspace, home: workspace, own: [] } }),
      onQuestion: (question) => {
        asked.push(question);
        return { choice: 'once' };
      },
    },
  );
  const { events } = await play(session.send('go'));
  expect(results(events).map(({ error_type }) => error_type)).toEqual([
    'none',
    'none',
    'none',
    'permission_denied',
    'permission_denied',
  ]);
  expect(asked).toMatchObject([{ facts: [{ target: 'public/theirs.txt' }] }]);
  expect(existsSync(join(workspace, 'private/t1/AGENTS.md'))).toBe(false);
});
