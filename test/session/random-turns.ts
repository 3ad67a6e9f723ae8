import fc from 'fast-check';
import { expect } from 'vitest';
import { createHistory } from '../../src/history/history.js';
import type { Message } from '../../src/model/message.js';
import { type ScriptedRound, scriptedModel } from '../../src/model/provider/scripted.js';
import type { SessionRecord } from '../../src/session/event.js';
import { openSession, type Session } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { Store } from '../../src/store/store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { newFolder } from './open.js';

type Act = 'steer' | 'pause' | 'cancel' | 'resume' | 'send' | 'yes' | 'no' | 'open' | 'wait';

const acts: readonly Act[] = [
  'steer',
  'steer',
  'pause',
  'cancel',
  'resume',
  'send',
  'yes',
  'yes',
  'no',
  'open',
  'wait',
];
const names = ['quick', 'slow', 'risky', 'asks'] as const;

const figures = { runs: 0, turns: 0, pauses: 0, cancels: 0, steered: 0, calls: 0, requests: 0 };

/** One session under one sequence of acts, and everything that was seen of it. */
async function play(rounds: readonly (readonly number[])[], script: readonly Act[]) {
  const store = createMemoryStore();
  const wrong: string[] = [];
  const ran = new Map<string, number>();
  const waiting = new Set<() => void>();
  const count = (id: string): void => void ran.set(id, (ran.get(id) ?? 0) + 1);
  const plan = () => ({
    facts: [{ kind: 'write' as const, target: 'x', where: 'workspace' as const, known: true }],
    preview: { kind: 'arguments' as const },
  });
  const parameters = { type: 'object' } as const;
  const held = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      const go = (): void => {
        waiting.delete(go);
        resolve('let through');
      };
      waiting.add(go);
      signal.addEventListener('abort', go);
    });
  const tools = [
    defineTool({ name: 'quick', description: 'q', parameters, effects: 'none', run: () => 'quick' }),
    defineTool({
      name: 'slow',
      description: 's',
      parameters,
      effects: 'none',
      concurrency: 'parallel',
      run: (_, ctx) => held(ctx.signal),
    }),
    defineTool({
      name: 'risky',
      description: 'r',
      parameters,
      effects: 'workspace',
      plan,
      run: (_, ctx) => {
        count(ctx.session.callId);
        return held(ctx.signal);
      },
    }),
    defineTool({
      name: 'asks',
      description: 'a',
      parameters,
      effects: 'none',
      run: async (_, ctx) => {
        const answer = await ctx.ask.ask({ text: 'Which?' });
        return 'text' in answer ? answer.text : answer;
      },
    }),
  ];
  const model = scriptedModel(({ messages }, at): ScriptedRound => {
    figures.requests += 1;
    if (!isWhole(messages)) wrong.push(`request ${at + 1} went out with a call open`);
    const calls = (rounds[at] ?? []).map((kind) => ({ name: names[kind] ?? 'quick', arguments: {} }));
    return { text: `answer ${at + 1}`, calls, delayMs: at % 3 };
  });
  const session = await openSession({ model, store, workspace: newFolder(), builtins: false, tools, onAsk: 'person' });
  const saying: string[] = [];
  let busy: Promise<unknown> | undefined;
  const start = (turn: () => ReturnType<Session['send']>): void => {
    if (busy !== undefined) return;
    figures.turns += 1;
    busy = turn().result.finally(() => {
      busy = undefined;
    });
  };
  const steered: Promise<unknown>[] = [];
  const answer = (yes: boolean): void => {
    const [question] = session.questions;
    if (question === undefined) return;
    const given =
      question.kind === 'input' && yes
        ? ({ choice: 'text', text: 'this' } as const)
        : yes
          ? ({ choice: 'once' } as const)
          : ({ choice: 'deny' } as const);
    try {
      session.answer(question.id, given);
    } catch {
      // Not told yet.
    }
  };
  const doing: Record<Act, () => void> = {
    steer: () => {
      if (busy === undefined) return;
      saying.push(`steered ${saying.length}`);
      figures.steered += 1;
      steered.push(session.steer(saying.at(-1) ?? '').catch(() => saying.pop()));
    },
    send: () =>
      start(() => {
        saying.push(`sent ${saying.length}`);
        return session.send(saying.at(-1) ?? '');
      }),
    resume: () => start(() => session.resume()),
    pause: () => {
      if (busy !== undefined) figures.pauses += 1;
      session.pause();
    },
    cancel: () => {
      if (busy !== undefined) figures.cancels += 1;
      session.cancel();
    },
    yes: () => answer(true),
    no: () => answer(false),
    open: () => {
      for (const go of [...waiting]) go();
    },
    wait: () => {},
  };
  doing.send();
  for (const act of script) {
    doing[act]();
    await Promise.all(steered);
    await new Promise((resolve) => (act === 'wait' ? setTimeout(resolve, 2) : setImmediate(resolve)));
  }
  // To an end, by the way a person would take.
  while (busy !== undefined || session.queued.length > 0 || openCalls(await read(store, session)).length > 0) {
    doing.resume();
    answer(true);
    doing.open();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const events = await read(store, session);
  await session.close();
  return { events, wrong, ran, saying, last: model.requests.at(-1)?.messages ?? [] };
}

const read = async (store: Store, { id }: Session): Promise<readonly SessionRecord[]> =>
  (await store.read(id)) as readonly SessionRecord[];

function openCalls(events: readonly SessionRecord[]): readonly string[] {
  const open = new Set<string>();
  for (const event of events) {
    if (event.type === 'call-admitted') open.add(event.body.callId);
    if (event.type === 'call-settled') open.delete(event.body.callId);
  }
  return [...open];
}

/** Every call of a message is answered right behind it, in order. */
function isWhole(messages: readonly Message[]): boolean {
  return messages.every((message, at) => {
    if (message.role !== 'assistant') return true;
    const next = messages.slice(at + 1, at + 1 + message.calls.length);
    return message.calls.every(({ id }, index) => {
      const result = next[index];
      return result?.role === 'tool' && result.callId === id;
    });
  });
}

/** What the record shows that must not be. */
function violations(events: readonly SessionRecord[]): string[] {
  const wrong: string[] = [];
  const open = new Set<string>();
  const settled = new Set<string>();
  let paused = false;
  for (const { type, body } of events) {
    if (type === 'turn-started' || type === 'turn-ended') paused = false;
    if (type === 'turn-paused') paused = true;
    if (paused && ['call-started', 'round-started', 'approval-requested'].includes(type))
      wrong.push(`${type} in a paused turn`);
    if (type === 'message-received' && open.size > 0) wrong.push('a message between a call and its result');
    if (type === 'call-admitted') {
      open.add(body.callId);
      figures.calls += 1;
    }
    if (type !== 'call-settled') continue;
    if (settled.has(body.callId)) wrong.push(`${body.callId} was settled twice`);
    settled.add(body.callId);
    open.delete(body.callId);
  }
  return open.size === 0 ? wrong : [...wrong, `never settled: ${[...open].join(', ')}`];
}

/** Plays random acts against random rounds, and answers what was played. Throws at the first violation. */
export async function playAtRandom(runs: number): Promise<typeof figures> {
  const round = fc.array(fc.nat({ max: names.length - 1 }), { maxLength: 3 });
  const script = fc.array(fc.constantFrom(...acts), { minLength: 3, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { maxLength: 4 }), script, async (rounds, done) => {
      figures.runs += 1;
      const { events, wrong, ran, saying, last } = await play(rounds, done);
      expect([...wrong, ...violations(events)]).toEqual([]);
      expect([...ran].filter(([, times]) => times > 1)).toEqual([]);
      const taken = events.flatMap((event) => (event.type === 'message-received' ? [event.body] : []));
      expect(taken.map(({ text }) => text)).toEqual(saying);
      expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(taken.length);
      // What is projected from the record anew is what the model was shown.
      const again = createHistory('');
      for (const event of events) again.apply(event);
      expect(again.messages.slice(1, last.length)).toEqual(last.slice(1));
    }),
    { numRuns: runs },
  );
  return figures;
}
