import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../src/run/question.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import type { NewEvent } from '../../../src/store/store.js';
import { createSeedProfile, fromSeedTool, seedProfile } from '../../../src/systems/seed/index.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { call, openSeed, outputs, put } from './seed-scene.js';

interface LeftCall {
  readonly id: string;
  readonly name: string;
  readonly arguments?: object;
  readonly started?: true;
  /** What it was settled with. */
  readonly output?: string;
}

const session = 'ses_left';

/** A session of Seed whose process was killed behind what is told of these calls, gone on with. */
async function goOn(calls: readonly LeftCall[], options: Partial<SessionOptions> = {}, more: readonly NewEvent[] = []) {
  const store = createMemoryStore();
  const workspace = options.workspace ?? realpathSync(newFolder());
  const opened = { sessionId: session, workspace, model: 'scripted', profile: 'seed', mode: 'ask', version: '0' };
  const events: NewEvent[] = [
    { type: 'session-opened', body: { ...opened, actor: 'person', instructions: [], resumed: false } },
    { type: 'turn-started', body: { turnId: 'turn_1' } },
    { type: 'message-received', body: { messageId: 'msg_1', text: 'go' } },
    { type: 'round-started', body: { turnId: 'turn_1', round: 1, model: 'scripted', tools: 2 } },
    { type: 'model-answered', body: { round: 1, text: '', calls: calls.length, stop: 'calls' } },
    ...calls.map(({ id, name, arguments: args = {} }, index) => ({
      type: 'call-admitted',
      body: { callId: id, index, name, arguments: JSON.stringify(args) },
    })),
  ];
  for (const { id, name, started, output } of calls) {
    if (started) events.push({ type: 'call-started', body: { callId: id, attempt: 1 } });
    if (output === undefined) continue;
    const content = JSON.stringify({ output, isError: false });
    events.push({
      type: 'call-settled',
      body: { callId: id, name, outcome: 'ok', errorType: 'none', content, durationMs: 1 },
    });
  }
  await store.append(session, [...events, ...more]);
  const scene = await openSeed([{ text: 'Gone on.' }], { ...options, store, session, workspace });
  const end = await play(scene.session.resume());
  const texts = (scene.session.requests[0]?.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ text }) => text);
  return {
    ...scene,
    ...end,
    store,
    told: texts.map((text) => JSON.parse(text) as { output: unknown; isError: boolean }),
  };
}

const reasonsOf = (asked: readonly Question[]): readonly (readonly string[])[] =>
  asked.map((question) => (question.kind === 'approval' ? question.reasons : []));

const edit = (path: string, oldString = '', newString = 'x\n') => ({
  name: 'editFile',
  arguments: { path, oldString, newString },
});
const may = 'it was started before Toolwright ended, and may have run, wholly or in part';

describe('calls that a killed process of Seed left open', () => {
  it('keep the result they have, which is persisted once', async () => {
    verifies('seed.conversation.repair-audit', 'seed.conversation.persist-once');
    const { told, store } = await goOn([
      { id: 'c1', ...edit('public:/a'), started: true, output: 'as it was' },
      { id: 'c2', name: 'listFiles' },
    ]);
    expect(told).toEqual([
      { output: 'as it was', isError: false },
      { output: { path: 'private:/', files: [] }, isError: false },
    ]);
    const settled = bodies((await store.read(session)) as never, 'call-settled').map(({ callId }) => callId);
    expect(settled).toEqual(['c1', 'c2']);
  });

  it('are answered with an error where their tool is unknown', async () => {
    verifies('seed.conversation.repair-unknown');
    const { told } = await goOn([{ id: 'c1', name: 'vanished' }]);
    expect(told).toEqual([{ output: { error: 'interrupted (Unknown tool)' }, isError: true }]);
  });

  it('wait for a fresh confirmation where they are risky, which says of one that had started that it may have run', async () => {
    verifies('seed.conversation.repair-risky');
    const calls: readonly LeftCall[] = [
      { id: 'c1', name: 'runCommand', arguments: { command: 'echo one >> log', cwd: 'public:/' }, started: true },
      { id: 'c2', ...edit('public:/two') },
    ];
    const parked = await goOn(calls, { onAsk: 'park' });
    expect(parked.end.reason).toBe('parked');
    expect(parked.session.requests).toEqual([]);
    const { asked, workspace, told } = await goOn(calls);
    expect(reasonsOf(asked)).toEqual([[may, expect.any(String)], [expect.stringContaining('public:/')]]);
    expect(readFileSync(join(workspace, 'public/log'), 'utf8')).toBe('one\n');
    expect(told.map(({ isError }) => isError)).toEqual([false, false]);
    const rejected = await goOn(calls.slice(0, 1), { onQuestion: () => ({ choice: 'deny' }) });
    expect(rejected.told).toEqual([{ output: { isError: true, error: 'User rejected the request' }, isError: true }]);
  });

  it('run again where policy lets them, those that had started too', async () => {
    verifies('seed.conversation.repair-safe');
    const workspace = realpathSync(newFolder());
    put(join(workspace, 'private', session, 'a.txt'), 'one\n');
    const { asked, told, events } = await goOn(
      [
        { id: 'c1', name: 'readFile', arguments: { path: 'a.txt' }, started: true },
        { id: 'c2', ...edit('a.txt', 'one', 'two'), started: true },
        { id: 'c3', name: 'readFile', arguments: { path: 'a.txt' } },
      ],
      { workspace },
    );
    expect(asked).toEqual([]);
    expect(bodies(events, 'history-repaired')[0]?.calls.map(({ repair }) => repair)).toEqual([
      'run-again',
      'run-again',
      'run',
    ]);
    expect(told.map(({ output }) => output)).toMatchObject(['one', { action: 'edited' }, 'two']);
  });

  it('are not done twice unasked where their change was made', async () => {
    verifies('seed.conversation.repair-safe');
    const body = { changeId: 'chg_1', callId: 'c1', operation: 'edit', paths: [], kept: [] };
    const { end, events } = await goOn([{ id: 'c1', ...edit('a.txt'), started: true }], { onAsk: 'park' }, [
      { type: 'change-applied', body },
    ]);
    expect(end.reason).toBe('parked');
    expect(bodies(events, 'approval-requested')).toMatchObject([
      { reasons: ['it was started before Toolwright ended, and its change was made'] },
    ]);
  });

  it('run by the rules of any batch: safe neighbours together, a risky one alone', async () => {
    verifies('seed.conversation.resume-batch');
    const steps: string[] = [];
    const step = (name: string, risk: 'safe' | 'risky') =>
      fromSeedTool({
        name,
        description: 'steps',
        parameters: { type: 'object', properties: {} },
        group: 'exec',
        riskLevel: () => risk,
        async execute(_args, { taskId }) {
          steps.push(`+${name} ${taskId === session}`);
          await new Promise((resolve) => setTimeout(resolve, 5));
          steps.push(`-${name}`);
          return name;
        },
      });
    const calls = ['look', 'see', 'change', 'find'].map((name, at) => ({ id: `c${at}`, name }));
    const tools = calls.map(({ name }) => step(name, name === 'change' ? 'risky' : 'safe'));
    const { told } = await goOn(calls, { tools });
    expect(steps.map((one) => one.replace(' true', ''))).toEqual([
      '+look',
      '+see',
      '-look',
      '-see',
      '+change',
      '-change',
      '+find',
      '-find',
    ]);
    expect(told.map(({ output }) => output)).toEqual(['look', 'see', 'change', 'find']);
  });
});

describe('the loop of an agent of Seed', () => {
  it('takes an instruction in when the calls of the last message are answered', async () => {
    verifies('seed.conversation.inject-safe');
    const speaking = fromSeedTool({
      name: 'speak',
      description: 'has the person say something',
      parameters: { type: 'object', properties: {} },
      group: 'search',
      riskLevel: () => 'safe',
      execute: () => open.steer('and be quick').then(() => 'said'),
    });
    const { session: open } = await openSeed([{ calls: [call('speak'), call('listFiles')] }, { text: 'Done.' }], {
      tools: [speaking],
    });
    await open.send('go').result;
    expect(open.requests[1]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'user',
    ]);
    expect(open.requests[1]?.messages.at(-1)?.text).toBe('and be quick');
  });

  it('ends with an answer without calls, and answers an unknown tool', async () => {
    verifies('seed.conversation.loop-done', 'seed.conversation.unknown-answered');
    const { session: open } = await openSeed([{ calls: [call('nobody')] }, { text: 'Done.' }, { text: 'never' }]);
    const { events, end } = await play(open.send('go'));
    expect([end.reason, end.text, end.rounds]).toEqual(['answered', 'Done.', 2]);
    expect(outputs(events)).toEqual([
      { output: { error: expect.stringContaining('There is no tool named "nobody"') }, isError: true },
    ]);
  });

  it.each([
    ['coordinator', 50],
    ['research', 20],
  ] as const)('of the agent %s has %i rounds, and the limit fails the task', async (agent, most) => {
    verifies('seed.conversation.loop-limit');
    const { session: open } = await openSeed(
      Array.from({ length: most + 1 }, () => ({ calls: [call('listFiles')] })),
      { profile: agent === 'coordinator' ? seedProfile : createSeedProfile({ agent }) },
    );
    const { end } = await play(open.send('go'));
    expect([end.reason, end.rounds]).toEqual(['failed', most]);
  });
});
