import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createScene } from '../../support/scene.js';
import { runCli, startCli } from '../../support/spawn-cli.js';

const writeA = { name: 'write_file', arguments: { path: 'a.txt', content: 'one\n' } };

describe('the chat without a terminal', () => {
  it('reads lines, answers questions from lines, writes no escape codes and ends with its input', async () => {
    verifies('core.chat.dumb-terminal', 'core.chat.end-of-input');
    const scene = await createScene([{ calls: [writeA] }, { text: 'Written.' }, { text: 'Bye.' }]);
    const end = await runCli(scene.flags, {
      cwd: scene.folder,
      input: 'write\nmaybe\ny\nthanks\n',
      env: { TERM: 'xterm' },
    });
    expect(end).toMatchObject({ code: 0, stderr: '' });
    expect(end.stdout).toContain('Written.\nBye.\n');
    expect(end.stdout).not.toContain('\u001b');
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(true);
    expect(scene.server.requests).toHaveLength(3);
  });

  it('denies a question that its input does not answer, and finishes the turn', async () => {
    const scene = await createScene([{ calls: [writeA] }, { text: 'Not written.' }]);
    const end = await runCli(scene.flags, { cwd: scene.folder, input: 'write' });
    expect(end.code).toBe(0);
    expect(end.stdout).toContain('Not written.');
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(false);
  });

  it('answers with the guide when no model is named', async () => {
    const scene = await createScene([]);
    const end = await runCli(['--store', scene.store], { cwd: scene.folder, input: 'hello\n' });
    expect(end.code).toBe(0);
    expect(end.stdout).toContain('I am the guide, a built-in stand-in for a language model');
    expect(end.stdout).toContain('For a real model: --model NAME on the command line, /model in the chat.');
    expect(end.stdout).toMatch(/To go on with this session: toolwright --store \S+ --session ses_\w+\n$/);
  });

  it('ends by SIGTERM with its session closed', async () => {
    const scene = await createScene([
      { text: 'a b', chunks: 2, eachEvent: true, faults: { hang: 'mid-stream' } },
      { text: 'Back.' },
    ]);
    const running = await startCli(scene.flags, { cwd: scene.folder });
    running.write('go\n');
    await running.sees('a');
    await running.sees(/\na/);
    running.child.kill('SIGTERM');
    expect((await running.end).code).toBe(130);
    const again = await runCli(['run', ...scene.flags, '--session', 'last', 'on'], { cwd: scene.folder });
    expect(again).toMatchObject({ code: 0, stdout: 'Back.\n' });
  });
});
