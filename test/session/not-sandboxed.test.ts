import { chmodSync, existsSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mode } from '../../src/policy/policy.js';
import type { Question } from '../../src/run/question.js';
import type { SessionOptions } from '../../src/session/options.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { bodies, newFolder, open, play, results } from './open.js';

const path = process.env['PATH'] ?? '';

/** Bubblewrap is there, and the system refuses it. */
function refusing(): string {
  const program = join(temporaryFolder(), 'bwrap');
  writeFileSync(program, '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n');
  chmodSync(program, 0o755);
  return program;
}

/** One command that makes a file and tells whether it sees the real home. */
async function command(options: Partial<SessionOptions> & { readonly mode?: Mode }) {
  const workspace = newFolder();
  const asked: Question[] = [];
  const line = 'echo x > made; readlink /proc/self/ns/pid';
  const session = await open([{ calls: [{ name: 'run_command', arguments: { command: line } }] }, { text: 'Done.' }], {
    builtins: true,
    workspace,
    ...options,
    ...(options.onAsk === undefined && {
      onQuestion: (question) => {
        asked.push(question);
        return { choice: 'once' };
      },
    }),
  });
  const { events } = await play(session.send('go'));
  const [decided] = bodies(events, 'call-decided');
  const [result] = results(events);
  const output = JSON.stringify(result?.data ?? {});
  return {
    verdict: decided?.verdict,
    reasons: decided?.reasons.join('; ') ?? '',
    asked,
    made: existsSync(join(workspace, 'made')),
    confined: output.includes('pid:[') && !output.includes(ownNamespace()),
    result,
  };
}

const ownNamespace = (): string => readlinkSync('/proc/self/ns/pid');

describe.each([
  ['is not there', () => '/nonexistent/bwrap'],
  ['is named by no absolute path', () => 'bwrap'],
  ['is refused by the system', refusing],
])('where bubblewrap %s', (_, program) => {
  const env = () => ({ PATH: path, TOOLWRIGHT_BUBBLEWRAP: program() });

  it.each(['ask', 'edit'] as const)('mode %s asks, and says that it is not sandboxed', async (mode) => {
    verifies('design.policy.not-sandboxed');
    const told = await command({ mode, env: env() });
    expect(told).toMatchObject({ verdict: 'ask', made: true, confined: false });
    expect(told.asked).toMatchObject([{ sandboxed: false }]);
    expect(told.reasons).toContain('not sandboxed');
  });

  it('nothing runs unasked that would otherwise', async () => {
    verifies('design.policy.not-sandboxed');
    const session = await open(
      [{ calls: [{ name: 'run_command', arguments: { command: 'ls' } }] }, { text: 'Done.' }],
      {
        builtins: true,
        env: env(),
        onAsk: 'deny',
      },
    );
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'call-decided')).toMatchObject([{ verdict: 'ask' }]);
    expect(results(events)).toMatchObject([{ success: false, error_type: 'permission_denied' }]);
  });

  it('mode auto refuses, and so does nobody', async () => {
    verifies('design.policy.not-sandboxed-refused');
    expect(await command({ mode: 'auto', env: env() })).toMatchObject({ verdict: 'deny', made: false, asked: [] });
    const alone = await command({ mode: 'edit', env: env(), onAsk: 'deny' });
    expect(alone).toMatchObject({ verdict: 'ask', made: false, result: { error_type: 'permission_denied' } });
  });

  it('the word of the user runs it', async () => {
    verifies('design.policy.sandbox-off');
    const off = await command({ mode: 'auto', env: env(), sandbox: 'off' });
    expect(off).toMatchObject({ verdict: 'allow', made: true, asked: [] });
  });
});

describe.skipIf(needs('bwrap'))('where bubblewrap works', () => {
  const env = { PATH: path };

  it('commands are confined', async () => {
    verifies('design.policy.sandboxed');
    expect(await command({ mode: 'auto', env })).toMatchObject({ verdict: 'allow', made: true, confined: true });
    const asked = await command({ mode: 'ask', env });
    expect(asked).toMatchObject({ verdict: 'ask', made: true, confined: true, asked: [{ sandboxed: true }] });
  });

  it('the word of the user leaves it out', async () => {
    verifies('design.policy.sandbox-off');
    const off = await command({ mode: 'auto', env, sandbox: 'off' });
    expect(off).toMatchObject({ verdict: 'allow', made: true, confined: false });
  });

  it('the limits of the user are in force', async () => {
    verifies('sandbox.limits.settings', 'sandbox.limits.file-size');
    const line = 'head -c 3000000 /dev/zero > big';
    const session = await open(
      [{ calls: [{ name: 'run_command', arguments: { command: line } }] }, { text: 'Done.' }],
      {
        builtins: true,
        mode: 'auto',
        env,
        sandboxLimits: { fileMb: 2 },
      },
    );
    const { events } = await play(session.send('go'));
    const [result] = results(events);
    expect(JSON.stringify(result)).toContain('It ran into the limit of 2 MB for one file');
    await expect(open([], { sandboxLimits: { fileMb: 0 } })).rejects.toThrow('sandboxLimits.fileMb cannot be 0');
    await expect(open([], { sandboxLimits: { files: 1 } as never })).rejects.toThrow('sandboxLimits cannot be "files"');
  });
});
