import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FakeModelRound } from '../../../src/testing/index.js';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { createScene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';
import { openTerminal } from '../../support/tmux.js';

const missing = needs('tmux');

/** Which session asks is told by its first message, and which round it is by how often it has answered. */
async function openChat(scripts: Readonly<Record<string, readonly FakeModelRound[]>>) {
  const scene = await createScene(({ body }) => {
    const { messages = [] } = (body ?? {}) as { readonly messages?: { role: string; content: unknown }[] };
    const first = String(messages.find(({ role }) => role === 'user')?.content);
    const round = messages.filter(({ role }) => role === 'assistant').length;
    return scripts[first]?.[round] ?? { text: 'no script' };
  });
  const agents = join(scene.folder, '.config', 'toolwright', 'agents');
  mkdirSync(agents, { recursive: true });
  writeFileSync(join(agents, 'scribe.md'), '---\nname: scribe\ndescription: writes\n---\nWrite.');
  const command = [process.execPath, await builtCli(), ...scene.flags];
  const terminal = openTerminal({
    command,
    cwd: scene.folder,
    env: { HOME: scene.folder, XDG_CONFIG_HOME: join(scene.folder, '.config') },
  });
  await terminal.sees(/^> $/m);
  terminal.type('do it');
  terminal.press('Enter');
  return { scene, terminal };
}

const write = { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'one\n' } }] };

describe.skipIf(missing)(`subagents in the chat${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  it('are shown with what they do and how they end, and ask with their name', async () => {
    verifies('subagents.question.named', 'subagents.session.shown', 'subagents.agent.files');
    const { scene, terminal } = await openChat({
      'do it': [
        { calls: [{ name: 'delegate', arguments: { prompt: 'write it', agent: 'scribe' } }] },
        { text: 'All done.' },
      ],
      'write it': [write, { text: 'It is written.' }],
    });
    await terminal.sees('? Subagent scribe: ');
    await terminal.sees('y/s/p/a/n/r>');
    terminal.type('y');
    terminal.press('Enter');
    const shown = await terminal.sees('All done.');
    expect(shown).toContain('  ↳ scribe: write it');
    expect(shown).toContain('  ↳ scribe: done, 2 rounds, 1 call');
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(true);
    terminal.type('/exit');
    terminal.press('Enter');
    await terminal.sees('left with 0');
    const store = ['--store', scene.store];
    const options = { cwd: scene.folder };
    expect((await runCli(['sessions', ...store], options)).stdout).toMatch(/↳ scribe: write it/);
    const { stdout: transcript } = await runCli(['sessions', 'show', 'last', ...store], options);
    const [, childId] = /↳ scribe \((ses_\w+), done\): write it/.exec(transcript) ?? [];
    expect(childId).toBeDefined();
    const { stdout: below } = await runCli(['sessions', 'show', childId ?? '', ...store], options);
    expect(below.split('\n')[0]).toMatch(/ · subagent scribe of ses_\w+$/);
    expect((await runCli(['audit', '--kind', 'session', ...store], options)).stdout).toContain(
      'started the subagent scribe',
    );
    expect((await runCli(['changes', ...store], options)).stdout).toContain('scribe: write_file');
    expect((await runCli(['undo', '--yes', ...store], options)).code).toBe(0);
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(false);
    const deleted = await runCli(['sessions', 'delete', 'last', '--yes', ...store], options);
    expect(deleted.stderr).toMatch(/^Deleted ses_\w+ \(2 messages: do it\) with its 1 subagent$/m);
    expect((await runCli(['sessions', ...store], options)).stderr).toContain('There are no sessions yet.');
  });

  it('that go on between turns say that they have a question, and Enter alone shows it', async () => {
    verifies('subagents.question.named');
    const subtasks = [{ title: 'a file', prompt: 'write it', agent: 'scribe' }];
    const { scene, terminal } = await openChat({
      'do it': [{ calls: [{ name: 'create_subtasks', arguments: { subtasks, wait: 'none' } }] }, { text: 'Started.' }],
      'write it': [{ ...write, delayMs: 1500 }, { text: 'It is written.' }],
    });
    await terminal.sees('Started.');
    await terminal.sees('The subagent scribe asks something: Enter alone shows it.');
    terminal.press('Enter');
    await terminal.sees('? Subagent scribe: ');
    await terminal.sees('y/s/p/a/n/r>');
    terminal.type('y');
    terminal.press('Enter');
    await expect.poll(() => existsSync(join(scene.folder, 'a.txt')), { timeout: 10_000 }).toBe(true);
    terminal.type('/exit');
    terminal.press('Enter');
    await terminal.sees('left with 0');
  });
});
