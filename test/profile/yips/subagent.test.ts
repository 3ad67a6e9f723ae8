import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { verifies } from '../../requirements.js';
import { newFolder, play } from '../../session/open.js';
import { acts, chatOf, openYips, rowsIn, skill, tool } from './scene.js';

const delegate = (more: object = {}) => acts({ type: 'subagent', id: 'a1', task: 'summarize docs', ...more });

/** Plays a turn that delegates: the rounds of the subagent, then the last words of its caller. */
async function delegated(action: string, rounds: readonly string[], options: Partial<SessionOptions> = {}) {
  const session = await openYips([action, ...rounds, 'Done.'], options);
  const { end } = await play(session.send('go'));
  return { session, end, row: rowsIn(session.requests, rounds.length + 1)[0] };
}

it('starts with the protocol prompt, its scope and what it is to do, without CODE.md', async () => {
  verifies('yips.subagent.history', 'yips.subagent.scope-message', 'yips.request.subagent-without-code');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'CODE.md'), 'Use tabs.');
  const action = delegate({ context: ' They are in docs. ', allowed_tools: ['read_file', 'nonsense'] });
  const { session, row } = await delegated(action, ['Short.'], { workspace });
  const [prompt, scope, ...rest] = chatOf(session.requests, 1);
  expect(prompt?.role).toBe('system');
  expect(prompt?.content).toContain('# Tool protocol');
  expect(prompt?.content).not.toContain('max_rounds');
  expect(scope).toEqual({
    role: 'system',
    content: [
      'You are a subagent: another model has given you a part of its work, and reads only your last message.',
      'Task: summarize docs',
      'Context: They are in docs.',
      'Allowed tools: read_file',
      'Stay focused on the task, and be concise.',
    ].join('\n'),
  });
  expect(rest).toEqual([{ role: 'user', content: 'summarize docs' }]);
  expect(row).toEqual({
    kind: 'subagent',
    callId: 'a1',
    status: 'ok',
    output: 'Short.',
    metadata: { rounds: 1, warnings: [], durationMs: expect.any(Number) },
  });
  for (const [given, words] of [
    [{}, 'Allowed tools: all'],
    [{ allowed_tools: [] }, 'Allowed tools: none'],
  ] as const) {
    const other = await delegated(delegate(given), ['Short.']);
    expect(chatOf(other.session.requests, 1)[1]?.content).toContain(words);
  }
});

it('has four rounds unless it is given others, and six at most', async () => {
  verifies('yips.subagent.rounds', 'yips.subagent.status', 'yips.subagent.metadata', 'yips.subagent.output');
  const look = acts(tool('list_dir'));
  for (const [given, most] of [
    [{}, 4],
    [{ max_rounds: 2 }, 2],
    [{ max_rounds: 50 }, 6],
  ] as const) {
    const { row } = await delegated(
      delegate(given),
      Array.from({ length: most }, () => `Looking.\n${look}`),
    );
    expect(row).toMatchObject({
      status: 'timeout',
      output: 'Looking.',
      metadata: { rounds: most, warnings: [`Stopped after ${most} rounds.`] },
    });
  }
  const silent = await delegated(delegate({ max_rounds: 1 }), [look]);
  expect(silent.row).toMatchObject({ status: 'timeout', output: 'It completed without saying anything.' });
});

it('ends with an error where its model fails', async () => {
  verifies('yips.subagent.status');
  const model = scriptedModel((_, at) => {
    if (at === 1) throw new Error('the model is gone');
    return { text: at === 0 ? delegate() : 'Done.' };
  });
  const session = await openYips([], { model });
  await play(session.send('go'));
  expect(rowsIn(model.requests, 2)).toMatchObject([
    {
      kind: 'subagent',
      status: 'error',
      output: expect.stringContaining('the model is gone'),
      metadata: { rounds: 1, durationMs: expect.any(Number) },
    },
  ]);
});

it('may use the tools it is allowed, all skills, and is denied the rest, which is told first', async () => {
  verifies('yips.subagent.allowed-tools', 'yips.subagent.denied-first', 'yips.subagent.skills');
  const rounds = [
    acts(tool('list_dir', {}, 'l'), skill('todos', {}, 's'), tool('run_command', { command: 'ls' }, 'r')),
    'Done below.',
  ];
  const { session } = await delegated(delegate({ allowed_tools: ['list_dir'] }), rounds);
  expect(rowsIn(session.requests, 2)).toMatchObject([
    { callId: 'r', status: 'denied', output: expect.stringMatching(/^The subagent .* may not use run_command\./) },
    { callId: 'l', status: 'ok' },
    { kind: 'skill', callId: 's', status: 'ok' },
  ]);
});

it('starts no subagents itself', async () => {
  verifies('yips.subagent.no-nesting');
  const { session, row } = await delegated(delegate(), [delegate(), 'Did it myself.']);
  expect(rowsIn(session.requests, 2)).toMatchObject([{ kind: 'subagent', callId: 'a1', status: 'error' }]);
  expect(row).toMatchObject({ status: 'ok', output: 'Did it myself.' });
});
