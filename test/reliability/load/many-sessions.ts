import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionEvent } from '../../../src/session/event.js';
import { openStore } from '../../../src/store/open-store.js';
import type { Store } from '../../../src/store/store.js';
import { createRandom } from '../../support/random.js';
import { openLoadSession } from './load-session.js';
import { measureResources, type Resources } from './resources.js';

export interface ManyReport {
  readonly sessions: number;
  readonly turns: number;
  readonly events: number;
  readonly cancelled: number;
  readonly problems: readonly string[];
  readonly p99Ms: number;
  readonly slowestMs: number;
  readonly before: Resources;
  readonly after: Resources;
}

/** So many sessions at once in this process, over one file; one in twenty starts processes, one in four is cancelled once. */
export async function runManySessions(wanted: {
  readonly sessions: number;
  readonly turns: number;
}): Promise<ManyReport> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-many-'));
  const workspace = join(folder, 'ws');
  mkdirSync(workspace);
  const latencies: number[] = [];
  const problems: string[] = [];
  let events = 0;
  let cancelled = 0;
  const before = await measureResources();
  const store = await openStore(join(folder, 'store.db'));
  const opened = Array.from({ length: wanted.sessions }, async (_, at) => {
    const random = createRandom(at);
    const name = `s${at}`;
    const onLatency = (ms: number): unknown => latencies.push(ms);
    const spawns = at % 20 === 0;
    return {
      name,
      random,
      ...(await openLoadSession({ name, store, workspace, random, spawns, faults: 0, onLatency })),
    };
  });
  const play = async ({ name, random, session, told }: Awaited<(typeof opened)[number]>, at: number): Promise<void> => {
    const cancelAt = at % 4 === 0 ? random.below(wanted.turns) : -1;
    for (let turn = 0; turn < wanted.turns; turn += 1) {
      const { result } = session.send(`turn ${turn} of ${name}`);
      const timer = turn === cancelAt ? setTimeout(() => session.cancel(), random.below(10)) : undefined;
      const { reason } = await result;
      clearTimeout(timer);
      if (reason === 'cancelled') cancelled += 1;
      if (reason !== 'answered' && turn !== cancelAt) problems.push(`${name}: turn ${turn} ended ${reason}`);
    }
    await session.close();
    events += told.length;
    problems.push(...(await compare(store, { id: session.id, name, told })));
    told.length = 0;
  };
  await Promise.all((await Promise.all(opened)).map(play));
  await store.close();
  latencies.sort((a, b) => a - b);
  const after = await measureResources();
  rmSync(folder, { recursive: true, force: true });
  return {
    ...wanted,
    events,
    cancelled,
    problems,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    slowestMs: latencies.at(-1) ?? 0,
    before,
    after,
  };
}

interface Told {
  readonly id: string;
  readonly name: string;
  readonly told: readonly SessionEvent[];
}

/** Whether a listener was told exactly what is stored, in order, and nothing of another session. */
async function compare(store: Store, { id, name, told }: Told): Promise<readonly string[]> {
  const stored = await store.read(id);
  const heard = told.flatMap((event) => ('seq' in event ? [event] : []));
  const problems: string[] = [];
  if (heard.length !== stored.length) problems.push(`${name}: ${heard.length} told, ${stored.length} stored`);
  const differs = heard.findIndex(({ hash, seq }, at) => hash !== stored[at]?.hash || seq !== at + 1);
  if (differs >= 0) problems.push(`${name}: event ${differs + 1} was told out of order or twice`);
  const foreign = told.find((event) => {
    const callId = 'body' in event ? (event.body as { callId?: string }).callId : (event as { callId?: string }).callId;
    return callId !== undefined && !callId.startsWith(`${name}-`);
  });
  if (foreign !== undefined) problems.push(`${name}: ${foreign.type} of another session was told`);
  const verified = await store.verify(id);
  if (!verified.ok) problems.push(`${name}: ${verified.message}`);
  return problems;
}
