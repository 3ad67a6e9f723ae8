import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import { openAiChat } from '../../src/model/provider/openai/openai-chat.js';
import type { ScriptedRound } from '../../src/model/provider/scripted.js';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import type { Middleware } from '../../src/run/middleware.js';
import type { SessionEvent } from '../../src/session/event.js';
import type { SessionOptions } from '../../src/session/options.js';
import type { Session } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { openSqliteStore } from '../../src/store/sqlite.js';
import { loadSqlite } from '../../src/store/sqlite-driver.js';
import { type FakeModelRound, startFakeModelServer } from '../../src/testing/index.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { look, patient } from './compaction/long-talk.js';
import { gate } from './gate.js';
import { newFolder, open, writer } from './open.js';

/** The bar of the issue; how late this process itself was served is not the turn's. */
const barMs = 200;

interface State {
  readonly name: string;
  /** Told at the moment the state is reached; by default with an event of this type. */
  readonly at: SessionEvent['type'] | ((reached: () => void) => void);
  /** How long after that it is stopped: what follows the event must have begun. */
  readonly afterMs?: number;
  /** A call runs, and a pause lets it. */
  readonly running?: true;
  /** The store takes nothing: the end of the turn cannot be stored yet. */
  readonly unstored?: true;
  readonly rounds?: readonly ScriptedRound[];
  readonly answers?: readonly FakeModelRound[];
  options?(reached: () => void): Partial<SessionOptions> | Promise<Partial<SessionOptions>>;
}

const never = new Promise<never>(() => {});
const write = { name: 'writer', arguments: { path: 'a' } };
const parameters = { type: 'object' } as const;
const plan = () => ({ facts: [], preview: { kind: 'arguments' as const } });
const planner = (members: object) =>
  defineTool({
    name: 'planner',
    description: 'p',
    parameters,
    effects: 'workspace',
    plan,
    run: () => 'x',
    ...members,
  });

const states: readonly State[] = [
  { name: 'before headers', at: 'round-started', afterMs: 30, answers: [{ faults: { hang: 'before-headers' } }] },
  { name: 'streaming', at: 'text-delta', answers: [{ text: 'a b', chunks: 2, faults: { hang: 'mid-stream' } }] },
  { name: 'waiting for a retry', at: 'model-retry', answers: [{ faults: { status: 503, retryAfter: '60' } }] },
  {
    name: 'a deaf model',
    at: 'round-started',
    options: () => ({ model: { name: 'deaf', stream: () => never } }),
  },
  {
    name: 'preparing the sandbox',
    at: 'round-started',
    afterMs: 20,
    rounds: [{ calls: [{ name: 'planner', arguments: {} }] }],
    options: () => ({
      tools: [planner({ capabilities: ['process'] })],
      process: { sandboxed: true, prepare: () => never, run: () => never as never } as never,
    }),
  },
  {
    name: 'planning',
    at: () => {},
    rounds: [{ calls: [{ name: 'planner', arguments: {} }] }],
    options: (reached) => ({
      tools: [
        planner({
          plan: () => {
            reached();
            return never;
          },
        }),
      ],
    }),
  },
  {
    name: 'deciding',
    at: () => {},
    rounds: [{ calls: [write] }],
    options: (reached) => ({
      tools: [writer().tool],
      policy: {
        decide: () => {
          reached();
          return never;
        },
      },
    }),
  },
  {
    name: 'asking',
    at: 'approval-requested',
    rounds: [{ calls: [write] }],
    options: () => ({ tools: [writer().tool], onAsk: 'person' }),
  },
  {
    name: "a tool's question",
    at: 'approval-requested',
    rounds: [{ calls: [{ name: 'ask_user', arguments: { questions: [{ question: 'Which?' }] } }] }],
    options: () => ({ builtins: true, onAsk: 'person' }),
  },
  {
    name: 'running in parallel, deaf',
    at: 'call-started',
    afterMs: 10,
    running: true,
    rounds: [{ calls: Array(6).fill({ name: 'gate', arguments: {} }) }],
    options: () => ({ tools: [opened(gate({ concurrency: 'parallel' }))] }),
  },
  {
    name: 'running alone, deaf',
    at: 'call-started',
    afterMs: 10,
    running: true,
    rounds: [{ calls: [{ name: 'gate', arguments: {} }, write] }],
    options: () => ({ tools: [opened(gate()), writer().tool], mode: 'edit' }),
  },
  {
    name: 'between the calls of a message',
    at: 'call-settled',
    rounds: [{ calls: Array(40).fill(write) }],
    options: () => ({ tools: [paced(writer().tool)], mode: 'edit' }),
  },
  {
    name: 'settling',
    at: () => {},
    rounds: [{ calls: [{ name: 'big', arguments: {} }] }],
    options: (reached) => ({
      tools: [
        defineTool({
          name: 'big',
          description: 'b',
          parameters,
          effects: 'none',
          run: () => 'x'.repeat(3_000_000),
          show: (text: string) => {
            reached();
            return text;
          },
        }),
      ],
    }),
  },
  {
    name: 'a command',
    at: 'call-started',
    afterMs: 60,
    running: true,
    rounds: [{ calls: [{ name: 'run_command', arguments: { command: 'sleep 60' } }] }],
    options: () => ({ builtins: true, mode: 'auto', sandbox: 'off' }),
  },
  {
    name: 'the capture of a command',
    at: 'call-started',
    running: true,
    rounds: [{ calls: [{ name: 'run_command', arguments: { command: 'sleep 60' } }] }],
    options: () => ({ builtins: true, mode: 'auto', sandbox: 'off', workspace: fullFolder() }),
  },
  {
    name: 'waiting for the store',
    at: () => {},
    rounds: [{ calls: [write] }],
    options: (reached) => {
      const store = createMemoryStore();
      const append: typeof store.append = async (stream, events) => {
        if (events.some(({ type }) => type === 'call-started')) {
          reached();
          await new Promise((resolve) => setTimeout(resolve, 60));
        }
        return store.append(stream, events);
      };
      return { tools: [writer().tool], mode: 'edit', store: { ...store, append } };
    },
  },
  {
    name: 'waiting for a full store',
    at: 'store-waiting',
    unstored: true,
    rounds: [{ calls: [write] }],
    options: () => {
      const store = createMemoryStore();
      let full = false;
      const append: typeof store.append = async (stream, events) => {
        full ||= events.some(({ type }) => type === 'call-started');
        if (full && !freed) throw new ToolwrightError('store-full', 'the disk is full');
        return store.append(stream, events);
      };
      return { tools: [writer().tool], mode: 'edit', store: { ...store, append } };
    },
  },
  ...[false, true].map(
    (durable): State => ({
      name: `waiting for the lock of a ${durable ? 'durable ' : ''}store`,
      at: () => {},
      afterMs: 40,
      unstored: true,
      rounds: [{ calls: [write] }],
      options: async (reached) => {
        const path = join(newFolder(), 'sessions.db');
        const store = await openSqliteStore({ path, durable });
        const other = (await loadSqlite())(path, { timeout: 1000 });
        held.add(() => {
          other.exec('ROLLBACK');
          other.close();
        });
        onTestFinished(() => store.close());
        // Another process has the lock before the call is to start, and does not let go.
        const lock = () => {
          other.exec('BEGIN IMMEDIATE');
          reached();
          return plan();
        };
        const locking = { ...writer().tool, plan: lock };
        return { tools: [locking], mode: 'edit', store };
      },
    }),
  ),
  {
    name: 'middleware before a call',
    at: () => {},
    rounds: [{ calls: [write] }],
    options: (reached) => ({ tools: [writer().tool], mode: 'edit', middleware: [hanging('before', reached)] }),
  },
  {
    name: 'middleware after a call',
    at: () => {},
    running: true,
    rounds: [{ calls: [write] }],
    options: (reached) => ({ tools: [writer().tool], mode: 'edit', middleware: [hanging('after', reached)] }),
  },
  {
    name: 'a hook before a call',
    at: 'model-answered',
    afterMs: 60,
    rounds: [{ calls: [write] }],
    options: () => ({
      tools: [writer().tool],
      mode: 'edit',
      sandbox: 'off',
      hooks: [{ on: 'before-call', command: 'sleep 60' }],
    }),
  },
  {
    name: 'planning again what was approved',
    at: () => {},
    rounds: [{ calls: [write] }],
    options: (reached) => {
      const { tool } = writer();
      let plans = 0;
      const again: typeof tool.plan = (args, ctx) => {
        plans += 1;
        if (plans === 1) return tool.plan?.(args, ctx) ?? plan();
        reached();
        return never;
      };
      return { tools: [{ ...tool, plan: again }], onQuestion: () => ({ choice: 'once' }) };
    },
  },
  {
    name: 'the question of a limit',
    at: 'approval-requested',
    rounds: [{ calls: [write] }],
    options: () => ({
      tools: [writer().tool],
      mode: 'edit',
      onAsk: 'person',
      limits: { rounds: 1, atLimit: 'ask' },
    }),
  },
  {
    name: 'waiting for a tick',
    at: 'call-decided',
    afterMs: 10,
    rounds: [{ calls: [write] }],
    options: () => ({
      tools: [writer().tool],
      mode: 'edit',
      profile: { ...toolwrightProfile, order: 'ticked' },
    }),
  },
  {
    name: 'waiting for a background command',
    at: 'command-started',
    afterMs: 60,
    running: true,
    rounds: [{ calls: [{ name: 'start_command', arguments: { command: 'sleep 60', wait_ms: 10_000 } }] }],
    options: () => ({ builtins: true, mode: 'auto', sandbox: 'off' }),
  },
  {
    name: 'compaction by the model',
    at: 'history-compacting',
    afterMs: 10,
    options: () => {
      let round = 0;
      return {
        tools: [look],
        profile: patient,
        model: {
          name: 'small',
          contextTokens: 8192,
          async stream({ tools }, emit) {
            if (tools.length === 0) return never;
            const asked = JSON.stringify({ what: `place ${round++}`, length: 9000 });
            emit({ type: 'call', index: 0, id: `c${round}`, name: 'look', arguments: asked });
            emit({ type: 'stop', reason: 'calls' });
          },
        },
      };
    },
  },
];

function hanging(at: 'before' | 'after', reached: () => void): Middleware {
  const hang = (): Promise<never> => {
    reached();
    return never;
  };
  return { name: 'hanging', timeoutMs: 60_000, [at]: hang };
}

/** What holds a store up, until it is let go. */
const held = new Set<() => void>();
let freed = false;

const gates = new Set<ReturnType<typeof gate>>();

function opened(one: ReturnType<typeof gate>) {
  gates.add(one);
  return one.tool;
}

/** A moment between the calls, so that something can happen there. */
const paced = (tool: ReturnType<typeof writer>['tool']) => ({
  ...tool,
  run: async () => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    return 'written';
  },
});

function fullFolder(): string {
  const folder = newFolder();
  for (let at = 0; at < 1500; at += 1) writeFileSync(join(folder, `${at}.txt`), `${at}\n`);
  return folder;
}

/** How long this process was ready to run and was not served, from now on. What it blocks itself counts as its own. */
function watchLag(): () => number {
  const before = waitedMs();
  return () => waitedMs() - before;
}

/** The second number: nanoseconds that the main thread has waited for a processor. */
const waitedMs = (): number => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;

/** With a server of its own: a request that was cancelled may still be on its way to it. */
async function serving(rounds: readonly FakeModelRound[]) {
  const server = await startFakeModelServer({ rounds });
  onTestFinished(() => server.close());
  return openAiChat({ baseUrl: server.url, model: 'm' });
}

/** How long a stop takes to be honoured: the pause to be told, the turn to end. */
async function measure(state: State, how: 'cancel' | 'pause'): Promise<number> {
  let reached: () => void = () => {};
  const there = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const { answers } = state;
  const session = await open(state.rounds ?? [], {
    ...(answers !== undefined && { model: await serving(answers) }),
    ...(await state.options?.(reached)),
  });
  const { at } = state;
  const stop = session.on((event) => {
    if (event.type === at) reached();
  });
  const turn = session.send('go');
  await Promise.race([there, turn.result.then(({ reason }) => expect.fail(`${state.name} is not reached: ${reason}`))]);
  stop();
  if (state.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, state.afterMs));
  const lag = watchLag();
  const from = performance.now();
  if (how === 'pause' && state.unstored !== true) {
    const told = new Promise<void>((resolve) => {
      session.on((event) => {
        if (event.type === 'turn-paused') resolve();
      });
    });
    session.pause();
    await told;
    if (state.running === true) {
      const took = performance.now() - from - lag();
      session.cancel();
      await turn.result;
      return took;
    }
  } else session[how]();
  const end = await turn.result;
  const took = performance.now() - from - lag();
  const stopped = how === 'pause' ? 'paused' : 'cancelled';
  expect([state.name, end.reason]).toEqual([state.name, state.unstored === true ? 'store-failed' : stopped]);
  if (state.unstored === true) await checkStored(session);
  return took;
}

/** What could not be stored at the stop is stored once that can be done, ahead of what comes then. */
async function checkStored(session: Session): Promise<void> {
  freed = true;
  for (const letGo of held) letGo();
  held.clear();
  const seen: string[] = [];
  session.on(({ type }) => seen.push(type));
  await session.setMode('plan');
  freed = false;
  expect(seen.filter((type) => type === 'call-started' || type === 'mode-changed')).toEqual([
    'call-started',
    'mode-changed',
  ]);
}

it('is stopped in time in every state', { timeout: 120_000 }, async () => {
  verifies('turn-control.cancel.any-state', 'turn-control.pause.at-once', 'durability.wait.cancel');
  const took: { readonly name: string; readonly how: string; readonly ms: number }[] = [];
  for (const state of states) {
    for (const how of ['cancel', 'pause'] as const) {
      took.push({ name: state.name, how, ms: Math.round(await measure(state, how)) });
      for (const one of gates) one.open();
    }
  }
  const slowest = took.reduce((a, b) => (b.ms > a.ms ? b : a));
  console.info(`stopping a turn: ${took.length} runs of ${states.length} states, slowest ${JSON.stringify(slowest)}`);
  expect(took.filter(({ ms }) => ms > barMs)).toEqual([]);
});
