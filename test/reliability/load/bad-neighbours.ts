import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { openSession } from '../../../src/session/session.js';
import type { Turn } from '../../../src/session/start-turn.js';
import { openStore } from '../../../src/store/open-store.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { createRandom } from '../../support/random.js';
import { openLoadSession } from './load-session.js';

export interface NeighbourReport {
  /** How the turns of the good sessions ended. */
  readonly ends: readonly string[];
  /** What the bad ones had printed by then. */
  readonly floodedMb: number;
  /** How the bad ones had ended by then. */
  readonly early: readonly string[];
  /** How they ended when they were cancelled. */
  readonly late: readonly string[];
  readonly p99Ms: number;
}

const sessions = 40;
const turns = 10;

/** Sessions that go their way beside some that flood or hang and whose events nobody reads. */
export async function runBesideBadNeighbours(): Promise<NeighbourReport> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-neighbours-'));
  const workspace = join(folder, 'ws');
  mkdirSync(workspace);
  const store = await openStore(join(folder, 'store.db'));
  let flooded = 0;
  const parameters = { type: 'object' } as const;
  const flood = defineTool({
    name: 'flood',
    description: 'prints without end',
    parameters,
    effects: 'none',
    run: (_, ctx) =>
      ctx.process.run({
        command: 'cat /dev/zero',
        cwd: workspace,
        timeoutMs: 600_000,
        signal: ctx.signal,
        onOutput(chunk) {
          flooded += chunk.length;
          ctx.progress(new TextDecoder().decode(chunk.subarray(0, 1000)));
        },
      }),
  });
  const hang = defineTool({
    name: 'hang',
    description: 'never ends, and hears nothing',
    parameters,
    effects: 'none',
    run: () => new Promise<never>(() => {}),
  });
  const openBad = async (name: string) => {
    const model = scriptedModel([{ calls: [{ name, arguments: {} }] }], { record: false });
    const tools = [flood, hang];
    const env = { PATH: process.env['PATH'] };
    return openSession({ model, store, workspace, builtins: false, sandbox: 'off', env, tools });
  };
  const bad = await Promise.all(['flood', 'flood', 'hang'].map(openBad));
  const early: string[] = [];
  const unread: AsyncIterator<unknown>[] = [];
  const begin = (turn: Turn): Promise<unknown> => {
    unread.push(turn[Symbol.asyncIterator]());
    return turn.result.then(({ reason }) => early.push(reason));
  };
  const bored = bad.map((session) => begin(session.send('go')));
  const latencies: number[] = [];
  const onLatency = (ms: number): unknown => latencies.push(ms);
  const ends = await Promise.all(
    Array.from({ length: sessions }, async (_, at) => {
      const random = createRandom(at);
      const good = { name: `s${at}`, store, workspace, random, spawns: at % 10 === 0, faults: 0, onLatency };
      const { session } = await openLoadSession(good);
      const reasons: string[] = [];
      for (let turn = 0; turn < turns; turn += 1) reasons.push((await session.send('go').result).reason);
      await session.close();
      return reasons;
    }),
  );
  const earlier = [...early];
  for (const session of bad) session.cancel();
  await Promise.all(bored);
  await Promise.all(bad.map((session) => session.close()));
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  latencies.sort((a, b) => a - b);
  const p99Ms = latencies[Math.floor(latencies.length * 0.99)] ?? 0;
  return {
    ends: ends.flat(),
    floodedMb: Math.round(flooded / 1e6),
    early: earlier,
    late: early.slice(earlier.length),
    p99Ms,
  };
}
