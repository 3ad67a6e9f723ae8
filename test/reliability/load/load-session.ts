import { scriptedModel } from '../../../src/model/provider/scripted.js';
import type { SessionEvent } from '../../../src/session/event.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { openSession, type Session } from '../../../src/session/session.js';
import type { Store } from '../../../src/store/store.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import type { Random } from '../../support/random.js';

export interface LoadOptions {
  readonly name: string;
  readonly store: Store;
  readonly workspace: string;
  readonly random: Random;
  /** Its calls start processes. */
  readonly spawns: boolean;
  /** How often a request or a call fails. */
  readonly faults: number;
  /** Told how long an event took from where it happened to whoever listens. */
  onLatency(ms: number): unknown;
}

/** A session whose model asks for two calls in each turn, and what it told. */
export async function openLoadSession(options: LoadOptions): Promise<{ session: Session; told: SessionEvent[] }> {
  const { name, random, spawns, faults } = options;
  const ended = new Map<string, number>();
  let calls = 0;
  const model = scriptedModel(
    ({ messages }) => {
      if (random.chance(faults)) return { failure: { kind: 'cut', message: 'the stream broke' } };
      if (messages.at(-1)?.role !== 'user') return { text: `${name} is done` };
      calls += 2;
      const wanted = [calls - 1, calls].map((at) => ({
        id: `${name}-${at}`,
        name: spawns ? 'start' : 'work',
        arguments: {},
      }));
      return { text: `${name} works`, calls: wanted, delayMs: random.below(8) };
    },
    { record: false },
  );
  const tool = (toolName: string, work: NonNullable<SessionOptions['tools']>[number]['run']) =>
    defineTool({
      name: toolName,
      description: toolName,
      parameters: { type: 'object' },
      effects: 'none',
      async run(args, ctx) {
        if (random.chance(faults)) throw new Error('a defect');
        await work(args as never, ctx, undefined as never);
        ended.set(ctx.session.callId, performance.now());
        return 'done';
      },
    });
  const session = await openSession({
    model,
    store: options.store,
    workspace: options.workspace,
    builtins: false,
    sandbox: 'off',
    env: { PATH: process.env['PATH'] },
    tools: [
      tool('work', () => new Promise((resolve) => setTimeout(resolve, random.below(5)))),
      tool('start', (_args, ctx) =>
        ctx.process.run({ command: ['true'], cwd: options.workspace, timeoutMs: 10_000, facts: [] }),
      ),
    ],
  });
  const told: SessionEvent[] = [];
  session.on((event) => {
    told.push(event);
    const at = event.type === 'call-settled' ? ended.get(event.body.callId) : undefined;
    if (at !== undefined) options.onLatency(performance.now() - at);
  });
  return { session, told };
}
