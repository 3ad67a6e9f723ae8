import { describe, expect, it } from 'vitest';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import type { SessionOptions } from '../../src/session/options.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { NewEvent, Store } from '../../src/store/store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { bodies, newFolder, open, play } from '../session/open.js';

interface LeftCall {
  readonly id: string;
  readonly name: string;
  readonly started?: true;
  /** What it was settled with. */
  readonly content?: string;
}

/** A record that ends where its process was killed: behind what is told of these calls. */
async function leave(
  calls: readonly LeftCall[],
  more: readonly NewEvent[] = [],
): Promise<{ store: Store; session: string; workspace: string }> {
  const store = createMemoryStore();
  const session = 'ses_left';
  const workspace = newFolder();
  const opened = {
    sessionId: session,
    workspace,
    model: 'scripted',
    profile: 'toolwright',
    mode: 'edit',
    version: '0',
  };
  const events: NewEvent[] = [
    { type: 'session-opened', body: { ...opened, actor: 'person', instructions: [], resumed: false } },
    { type: 'turn-started', body: { turnId: 'turn_1' } },
    { type: 'message-received', body: { messageId: 'msg_1', text: 'go' } },
    { type: 'round-started', body: { turnId: 'turn_1', round: 1, model: 'scripted', tools: 2 } },
    { type: 'model-answered', body: { round: 1, text: '', calls: calls.length, stop: 'calls' } },
    ...calls.map(({ id, name }, index) => ({
      type: 'call-admitted',
      body: { callId: id, index, name, arguments: '{}' },
    })),
  ];
  for (const { id, name, started, content } of calls) {
    if (started) events.push({ type: 'call-started', body: { callId: id, attempt: 1 } });
    if (content === undefined) continue;
    const settled = { callId: id, name, outcome: 'ok', errorType: 'none', content, durationMs: 1 };
    events.push({ type: 'call-settled', body: settled });
  }
  await store.append(session, [...events, ...more]);
  return { store, session, workspace };
}

/** Tools that tell when they begin and end: `look` is safe, `change` is not. */
function watchedTools() {
  const steps: string[] = [];
  const tool = (name: string, safe: boolean) =>
    defineTool({
      name,
      description: name,
      parameters: { type: 'object' },
      effects: safe ? 'none' : 'workspace',
      concurrency: safe ? 'parallel' : 'exclusive',
      plan: () => ({
        facts: safe ? [] : [{ kind: 'write', target: 'x', where: 'workspace', known: true }],
        preview: { kind: 'arguments' },
      }),
      async run(_args, { session }) {
        steps.push(`+${session.callId}`);
        await new Promise((resolve) => setImmediate(resolve));
        steps.push(`-${session.callId}`);
        return `ran ${session.callId}`;
      },
    });
  return { steps, tools: [tool('look', true), tool('change', false)] };
}

const restarting = {
  ...toolwrightProfile,
  recovery: { restarts: true, unknownTool: 'interrupted (Unknown tool)' },
} as const;

async function goOn(calls: readonly LeftCall[], options: Partial<SessionOptions> = {}, more: readonly NewEvent[] = []) {
  const left = await leave(calls, more);
  const { steps, tools } = watchedTools();
  const session = await open([{ text: 'Gone on.' }], { ...left, tools, mode: 'edit', profile: restarting, ...options });
  return { ...left, steps, tools, session };
}

const toolTexts = (messages: readonly { role: string; text: string }[] | undefined): string[] =>
  (messages ?? []).filter(({ role }) => role === 'tool').map(({ text }) => text);

describe('calls an earlier process left open, in a profile that restarts them', () => {
  it('one that has its end in the record keeps it, and nothing is run or settled again', async () => {
    verifies('design.durability.recover-finished');
    const { session, steps, store } = await goOn([
      { id: 'c1', name: 'change', started: true, content: 'as it was' },
      { id: 'c2', name: 'look' },
    ]);
    await session.resume().result;
    expect(toolTexts(session.requests[0]?.messages)).toEqual(['as it was', expect.stringContaining('ran c2')]);
    expect(steps).toEqual(['+c2', '-c2']);
    const settled = bodies((await store.read(session.id)) as never, 'call-settled').map(({ callId }) => callId);
    expect(settled).toEqual(['c1', 'c2']);
  });

  it('one of an unknown tool is answered with an error', async () => {
    const { session } = await goOn([{ id: 'c1', name: 'vanished' }]);
    const { events } = await play(session.resume());
    expect(bodies(events, 'history-repaired')[0]?.calls).toMatchObject([{ callId: 'c1', repair: 'tool-gone' }]);
    expect(bodies(events, 'call-settled')).toMatchObject([{ outcome: 'error', errorType: 'not_found' }]);
    expect(toolTexts(session.requests[0]?.messages)).toEqual([expect.stringContaining('interrupted (Unknown tool)')]);
  });

  it('one that may have run is asked about afresh, and one that policy lets pass runs again', async () => {
    const asked: (readonly string[])[] = [];
    const calls: readonly LeftCall[] = [
      { id: 'c1', name: 'change', started: true },
      { id: 'c2', name: 'look', started: true },
      { id: 'c3', name: 'change' },
    ];
    const { session, steps } = await goOn(calls, {
      mode: 'ask',
      onQuestion(question) {
        if (question.kind === 'approval') asked.push(question.reasons);
        return { choice: 'once' };
      },
    });
    const { events } = await play(session.resume());
    expect(bodies(events, 'history-repaired')[0]?.calls.map(({ repair }) => repair)).toEqual([
      'run-again',
      'run-again',
      'run',
    ]);
    const may = 'it was started before Toolwright ended, and may have run, wholly or in part';
    expect(asked.map(([first]) => first === may)).toEqual([true, false]);
    expect(steps).toEqual(['+c1', '-c1', '+c2', '-c2', '+c3', '-c3']);
    const again = await goOn(calls.slice(0, 1));
    await again.session.resume().result;
    expect(again.steps).toEqual(['+c1', '-c1']);
  });

  it('one that has changed files is not done twice unasked', async () => {
    const applied = {
      type: 'change-applied',
      body: { changeId: 'chg_1', callId: 'c1', operation: 'edit', paths: [], kept: [] },
    };
    const { session, steps } = await goOn([{ id: 'c1', name: 'change', started: true }], { onAsk: 'park' }, [applied]);
    const { events, end } = await play(session.resume());
    expect([end.reason, steps]).toEqual(['parked', []]);
    const [question] = bodies(events, 'approval-requested');
    expect(question?.kind === 'approval' && question.reasons[0]).toBe(
      'it was started before Toolwright ended, and its change was made',
    );
  });

  it('the default runs what its policy lets pass, and leaves what had started', async () => {
    verifies('design.durability.recover-unknown');
    const { session, steps } = await goOn(
      [
        { id: 'c1', name: 'change' },
        { id: 'c2', name: 'change', started: true },
      ],
      { onAsk: 'park', profile: toolwrightProfile },
    );
    const { events, end } = await play(session.resume());
    expect(end.reason).toBe('answered');
    expect(steps).toEqual(['+c1', '-c1']);
    const outcomes = bodies(events, 'call-settled').map(({ callId, outcome }) => `${callId} ${outcome}`);
    expect(outcomes.sort()).toEqual(['c1 ok', 'c2 unknown']);
  });

  it('run again by the rules of any batch: safe neighbours together, a risky one alone', async () => {
    const { session, steps } = await goOn(
      [
        { id: 'c1', name: 'look' },
        { id: 'c2', name: 'look' },
        { id: 'c3', name: 'change' },
        { id: 'c4', name: 'look' },
      ],
      { onQuestion: () => ({ choice: 'once' }) },
    );
    await session.resume().result;
    expect(steps).toEqual(['+c1', '+c2', '-c1', '-c2', '+c3', '-c3', '+c4', '-c4']);
  });

  it('an instruction waits until they are answered', async () => {
    const { session } = await goOn([
      { id: 'c1', name: 'look' },
      { id: 'c2', name: 'look' },
    ]);
    await session.send('and be quick').result;
    const roles = session.requests[0]?.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
  });
});
