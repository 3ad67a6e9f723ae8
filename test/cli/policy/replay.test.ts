import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createScene, type Scene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';

/** A session that read a file, ran a command and was refused a tool. */
async function recorded(): Promise<Scene> {
  const scene = await createScene([
    {
      calls: [
        { name: 'read_file', arguments: { path: 'notes.txt' } },
        { name: 'run_command', arguments: { command: 'cat notes.txt' } },
        { name: 'no_such_tool', arguments: {} },
        { name: 'write_file', arguments: { path: 'out.txt', content: 'x' } },
      ],
    },
    { text: 'Done.' },
  ]);
  writeFileSync(join(scene.folder, 'notes.txt'), 'n\n');
  await runCli(['run', ...scene.flags, '--mode', 'edit', 'look'], { cwd: scene.folder });
  return scene;
}

const replay = ({ folder, store }: Scene, ...args: string[]) =>
  runCli(['policy', 'replay', ...args, '--store', store], { cwd: folder });

describe('toolwright policy replay', () => {
  it('finds everything decided as before, and says how many calls', async () => {
    verifies('policy.commands.replay');
    const { stdout, stderr, code } = await replay(await recorded(), 'last');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toMatch(/^3 calls of ses_\w+: all decided as before\.\n$/);
  });

  it('tells which calls other rules would decide differently, in the mode they were decided in', async () => {
    verifies('policy.commands.replay');
    const scene = await recorded();
    writeFileSync(join(scene.folder, 'rules.json'), '[{ "deny": "read(notes*)" }, { "ask": "write(out.txt)" }]');
    const { stdout, code } = await replay(scene, 'last', '--rules', 'rules.json');
    expect(code).toBe(0);
    expect(stdout.replace(/ses_\w+/, 'ses_1')).toBe(
      [
        'read_file notes.txt',
        '  allow → deny: the rule "deny read(notes*)" is about `notes.txt`',
        'run_command cat notes.txt',
        '  allow → deny: the rule "deny read(notes*)" is about `notes.txt`',
        'write_file out.txt',
        '  allow → ask: the rule "ask write(out.txt)" is about `out.txt`',
        '3 calls of ses_1: 3 decided differently.',
        '',
      ].join('\n'),
    );
    const { stdout: json } = await replay(scene, 'last', '--rules', 'rules.json', '--json');
    expect(JSON.parse(json)).toMatchObject({
      session: expect.stringMatching(/^ses_/),
      calls: 3,
      changed: [
        { name: 'read_file', mode: 'edit', verdict: 'allow', now: 'deny' },
        { name: 'run_command', mode: 'edit', verdict: 'allow', now: 'deny' },
        { name: 'write_file', mode: 'edit', verdict: 'allow', now: 'ask' },
      ],
    });
  });

  it.each([
    [['last', '--workspace', 'gone'], '--workspace gone: there is no such folder.'],
    [['ses_none'], 'ses_none'],
    [[], 'toolwright policy replay needs ID.'],
  ])('ends with 2 when told %j', async (args, says) => {
    const { code, stderr, stdout } = await replay(await recorded(), ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });
});
