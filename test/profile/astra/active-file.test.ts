import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { runHere } from '../../support/run-here.js';
import { createScene } from '../../support/scene.js';
import { block } from './vault.js';

const ask = block('active_file');

/** A vault with two notes, and a model that asks which is open in each turn. */
async function vault(more: readonly string[] = []) {
  const scene = await createScene((_, at) => ({ text: at % 2 === 0 ? ask : 'I see.' }));
  mkdirSync(join(scene.folder, 'notes'));
  for (const name of ['a.md', 'b.md']) writeFileSync(join(scene.folder, 'notes', name), '');
  const args = [...scene.flags, '--profile', 'astra', ...more];
  /** What the model was told, turn by turn. */
  const told = () =>
    scene.server.requests.flatMap(({ body }) => {
      const { messages } = body as {
        readonly messages: readonly { readonly role: string; readonly content: string }[];
      };
      const last = messages.at(-1);
      return last?.role === 'tool' ? [last.content] : [];
    });
  return { cwd: scene.folder, args, told };
}

it('is set on the command line', async () => {
  verifies('astra.tool.active-file', 'astra.tool.active-file-set', 'scopes.active.host');
  const { cwd, args, told } = await vault();
  for (const more of [[], ['--active-file', 'notes/a.md'], ['--active-file', join(cwd, 'notes/b.md')]])
    expect((await runHere(['run', ...args, ...more, 'which?'], { cwd })).code).toBe(0);
  expect(told()).toEqual(['null', 'notes/a.md', 'notes/b.md']);
  const missing = await runHere(['run', ...args, '--active-file', 'notes/c.md', 'which?'], { cwd });
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--active-file notes/c.md: there is no such file'),
  });
});

it('is set in the chat, before the first message and between turns', async () => {
  verifies('astra.tool.active-file-set', 'astra.consent.free');
  const { cwd, args, told } = await vault();
  const input = [
    '/active',
    '/active notes/a.md',
    'which?',
    '/active "notes/b.md"',
    'which?',
    '/active none',
    'which?',
    '/active c.md',
    '',
  ];
  const { stdout, code } = await runHere(args, { cwd, input: input.join('\n') });
  expect([code, told()]).toEqual([0, ['notes/a.md', 'notes/b.md', 'null']]);
  expect(stdout).toContain('No file is open.\n');
  expect(stdout).toContain(`Open: ${join(cwd, 'notes/a.md')}\n`);
  expect(stdout).toContain('/active c.md: there is no such file');
});

it('is told of in other profiles too, by sessions that begin with it', async () => {
  verifies('scopes.active.host');
  const call = { calls: [{ name: 'active_file', arguments: {} }] };
  const scene = await createScene([{ text: 'Hello.' }, call, { text: 'I see.' }]);
  writeFileSync(join(scene.folder, 'a.md'), '');
  const input = ['hi', '/active a.md', '/new', 'which?', ''].join('\n');
  const { stdout } = await runHere(scene.flags, { cwd: scene.folder, input });
  expect(stdout).toContain('This session has no tool that tells the model. A new one will have it');
  expect(stdout).toMatch(/active_file\n {2}⎿ a\.md\nI see\./);
});
