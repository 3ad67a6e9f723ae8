import { describe, expect, it } from 'vitest';
import { seedRecovery } from '../../src/profile/seed/seed-data.js';
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
async function leave(calls: readonly LeftCall[]): Promise<{ store: Store; session: string; workspace: string }> {
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
  await store.append(session, events);
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

const seed = { ...toolwrightProfile, recovery: seedRecovery };

async function goOn(calls: readonly LeftCall[], options: Partial<SessionOptions> = {}) {
  const left = await leave(calls);
  const { steps, tools } = watchedTools();
  const session = await open([{ text: 'Gone on.' }], { ...left, tools, mode: 'edit', profile: seed, ...options });
  return { ...left, steps, tools, session };
}

const toolTexts = (messages: readonly { role: string; text: string }[] | undefined): string[] =>
  (messages ?? []).filter(({ role }) => role === 'tool').map(({ text }) => text);

describe('calls an earlier process left open, with the recovery of seed', () => {
  it('one that has its end in the record keeps it, and nothing is run or settled again', async () => {
    verifies('seed.conversation.repair-audit', 'seed.conversation.persist-once', 'design.durability.recover-finished');
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
    verifies('seed.conversation.repair-unknown');
    const { session } = await goOn([{ id: 'c1', name: 'vanished' }]);
    const { events } = await play(session.resume());
    expect(bodies(events, 'history-repaired')[0]?.calls).toMatchObject([{ callId: 'c1', repair: 'tool-gone' }]);
    expect(bodies(events, 'call-settled')).toMatchObject([{ outcome: 'error', errorType: 'not_found' }]);
    expect(toolTexts(session.requests[0]?.messages)).toEqual([expect.stringContaining('interrupted (Unknown tool)')]);
  });

  it('a risky one stays open until a person confirms it afresh, and no request goes out before', async () => {
    verifies('seed.conversation.repair-risky');
    const { session, steps, store, workspace, tools } = await goOn([{ id: 'c1', name: 'change' }], { onAsk: 'park' });
    expect((await session.resume().result).reason).toBe('parked');
    expect([steps, session.requests]).toEqual([[], []]);
    await session.close();
    const asked: string[] = [];
    const next = await open([{ text: 'Gone on.' }], {
      store,
      workspace,
      session: session.id,
      tools,
      mode: 'edit',
      profile: seed,
      onQuestion(question) {
        asked.push(question.kind === 'approval' ? (question.reasons[0] ?? '') : '');
        return { choice: 'once' };
      },
    });
    expect((await next.resume().result).reason).toBe('answered');
    expect(asked).toEqual(['Toolwright ended before it was done']);
    expect(steps).toEqual(['+c1', '-c1']);
  });

  it('the default runs what its policy lets pass, and asks for nothing else', async () => {
    const { session, steps } = await goOn([{ id: 'c1', name: 'change' }], {
      onAsk: 'park',
      profile: toolwrightProfile,
    });
    expect((await session.resume().result).reason).toBe('answered');
    expect(steps).toEqual(['+c1', '-c1']);
  });

  it('a safe one is run again; a risky one that was started is not, in any profile', async () => {
    verifies('seed.conversation.repair-safe', 'design.durability.recover-unknown');
    const { session, steps } = await goOn([
      { id: 'c1', name: 'look', started: true },
      { id: 'c2', name: 'change', started: true },
    ]);
    const { events } = await play(session.resume());
    expect(bodies(events, 'history-repaired')[0]?.calls.map(({ repair }) => repair)).toEqual(['run-again', 'unknown']);
    expect(steps).toEqual(['+c1', '-c1']);
    const outcomes = bodies(events, 'call-settled').map(({ callId, outcome }) => `${callId} ${outcome}`);
    expect(outcomes.sort()).toEqual(['c1 ok', 'c2 unknown']);
  });

  it('run again by the rules of any batch: safe neighbours together, a risky one alone', async () => {
    verifies('seed.conversation.resume-batch');
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
    verifies('seed.conversation.inject-safe');
    const { session } = await goOn([
      { id: 'c1', name: 'look' },
      { id: 'c2', name: 'look' },
    ]);
    await session.send('and be quick').result;
    const roles = session.requests[0]?.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
  });
});
