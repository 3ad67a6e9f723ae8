import { noMask } from '../../src/policy/secret/mask.js';
import type { Call } from '../../src/run/call.js';
import { noGrants } from '../../src/run/call-grants.js';
import { noTaint } from '../../src/run/call-taint.js';
import { createCallWatch } from '../../src/run/call-watch.js';
import { createCancellation } from '../../src/run/cancellation.js';
import type { RunEnv } from '../../src/run/env.js';
import { offerTools } from '../../src/run/find-tool.js';
import { createOpenQuestions } from '../../src/run/question.js';
import { createMemoryBlobs } from '../../src/store/memory-blobs.js';
import type { NewEvent } from '../../src/store/store.js';
import { createRegistry } from '../../src/tool/registry.js';
import type { Tool } from '../../src/tool/tool.js';

interface Parts {
  readonly tools: readonly Tool[];
  readonly judges?: Partial<RunEnv['judges']>;
  readonly pace?: Partial<RunEnv['pace']>;
  readonly people?: Partial<RunEnv['people']>;
  readonly ports?: Partial<RunEnv['ports']>;
  readonly more?: Partial<RunEnv>;
}

/** What calls need that change nothing and ask nobody, with what was recorded of them. */
export function createRunEnv({ tools, judges, pace, people, ports, more }: Parts) {
  const registry = createRegistry();
  for (const tool of tools) registry.register(tool);
  const events: NewEvent[] = [];
  const none = () => Promise.reject(new Error('not used here'));
  const clock = { now: () => 1000, monotonic: () => 0 };
  const env: RunEnv = {
    session: { id: 'ses_1', actor: 'ann' },
    tools: { registry },
    judges: {
      policy: { decide: () => ({ verdict: 'allow', level: 'safe', reasons: [] }) },
      mode: () => 'ask',
      grants: noGrants,
      taint: noTaint,
      ...judges,
    },
    people: { questions: createOpenQuestions('deny'), ...people },
    secrets: { mask: noMask, refreshSecrets() {}, masked: new Map() },
    ports: {
      workspace: {} as RunEnv['ports']['workspace'],
      change: { forCall: none, seenBy: () => [] } as unknown as RunEnv['ports']['change'],
      blobs: createMemoryBlobs(),
      process: { sandboxed: false, run: none, start: none },
      clock,
      log: { debug() {}, warn() {} },
      ...ports,
    },
    guards: {
      limits: { callsPerRound: 10, callsPerTurn: 10, resultChars: 1000, timeoutMs: 1000, maxParallel: 4 },
    },
    pace: {
      order: 'safe-parallel',
      watch: createCallWatch(clock, () => {}),
      trackDetached() {},
      ...pace,
    },
    words: {
      renderResult: ({ data, error_message }) => error_message ?? JSON.stringify(data),
      loadImage: async () => false,
    },
    recorder: { record: (recorded) => void events.push(...recorded), flush: async () => undefined },
    emit() {},
    cancellation: createCancellation(),
    round: { offer: offerTools({ registry }), callsBefore: 0 },
    ...more,
  };
  return { env, events };
}

export const callsOf = (...names: readonly string[]): readonly Call[] =>
  names.map((name, index) => ({ id: `c${index + 1}`, index, name, arguments: '{}', attempt: 1 }));
