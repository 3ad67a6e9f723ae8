import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolwrightError } from '../../../src/base/error.js';
import { openStore } from '../../../src/store/open-store.js';
import type { Store } from '../../../src/store/store.js';
import { createRandom } from '../../support/random.js';
import { openLoadSession } from './load-session.js';
import { measureResources, type Resources } from './resources.js';

export interface SoakReport {
  readonly sessions: number;
  readonly turns: number;
  /** Turns that did not end with an answer. */
  readonly failed: number;
  /** After a quarter of the time, when everything was used once, and at the end. */
  readonly warm: Resources & { readonly files: number };
  readonly end: Resources & { readonly files: number };
}

const atOnce = 10;
const turnsEach = 5;
const faults = 0.01;

/** Sessions that come and go for so long, while requests, calls and appends fail now and then and turns are cancelled. */
export async function soak(forMs: number): Promise<SoakReport> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-soak-'));
  const workspace = join(folder, 'ws');
  mkdirSync(workspace);
  const real = await openStore(join(folder, 'store.db'));
  const random = createRandom(1);
  const store: Store = {
    ...real,
    async append(stream, events) {
      if (random.chance(faults)) throw new ToolwrightError('store-unavailable', 'the store failed; try again');
      return real.append(stream, events);
    },
  };
  const count = { sessions: 0, turns: 0, failed: 0 };
  const lane = async (until: number): Promise<void> => {
    while (performance.now() < until) {
      count.sessions += 1;
      const name = `s${count.sessions}`;
      const spawns = count.sessions % 20 === 0;
      const { session } = await openLoadSession({
        name,
        store,
        workspace,
        random,
        spawns,
        faults,
        onLatency: () => {},
      });
      for (let turn = 0; turn < turnsEach; turn += 1) {
        const { result } = session.send('go');
        const timer = random.chance(faults) ? setTimeout(() => session.cancel(), random.below(10)) : undefined;
        count.turns += 1;
        if ((await result).reason !== 'answered') count.failed += 1;
        clearTimeout(timer);
      }
      await session.close().catch(() => {});
      await real.delete(session.id).catch(() => {});
    }
  };
  const run = (ms: number): Promise<unknown> => {
    const until = performance.now() + ms;
    return Promise.all(Array.from({ length: atOnce }, () => lane(until)));
  };
  const measure = async () => ({ ...(await measureResources()), files: filesIn(folder) });
  await run(forMs / 4);
  const warm = await measure();
  await run((forMs * 3) / 4);
  const end = await measure();
  await real.close();
  rmSync(folder, { recursive: true, force: true });
  return { ...count, warm, end };
}

const filesIn = (folder: string): number => readdirSync(folder, { recursive: true }).length;
