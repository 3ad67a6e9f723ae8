import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel } from '../src/model/provider/scripted.js';
import { openSqliteStore } from '../src/store/sqlite.js';
import type { Store } from '../src/store/store.js';
import { createEcho, echoScript, type Script } from './echo-script.js';
import { type Appended, rawAppends } from './raw-appends.js';
import type { Contender, Done, Scenario, ScenarioOptions } from './scenario.js';
import { echoTool, openFor, turnOf } from './toolwright-loop.js';

/** A turn on a fresh file, against nothing but writing the same events in the same transactions. */
export async function sqlite({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const script = echoScript({ rounds: smoke ? 3 : 100, calls: 1 });
  const race = `${script.expected.calls} rounds of 1 call in SQLite`;
  const { expected } = script;
  const batches = await recordBatches(script, folder);
  return {
    races: [
      {
        name: race,
        repetitions: smoke ? 1 : 60,
        contenders: [
          rawAppends({ batches, path: join(folder, 'raw.db'), expected }),
          onStore({
            name: 'the store alone',
            path: join(folder, 'store.db'),
            expected,
            use: async (store) => {
              for (const { stream, events } of batches) await store.append(stream, events);
              return expected;
            },
          }),
          toolwrightOn({ script, folder }),
        ],
      },
    ],
    bars: [{ race, contender: 'toolwright', against: 'raw appends', limit: 1.5, says: `${race}, against raw appends` }],
    close: async () => {},
  };
}

function toolwrightOn({ script, folder }: { readonly script: Script; readonly folder: string }): Contender {
  const path = join(folder, 'toolwright.db');
  const work = createEcho();
  const tools = [echoTool(work)];
  const turn = turnOf({
    work,
    prompt: script.prompt,
    open: async () => {
      store = await openSqliteStore({ path });
      return openFor({ model: scriptedModel(script.rounds, { record: false }), workspace: folder, tools, store });
    },
  });
  let store: Store | undefined;
  return {
    ...turn,
    name: 'toolwright',
    expected: script.expected,
    async after() {
      await turn.after();
      await store?.close();
      removeStore(path);
    },
  };
}

/** Opening the file and closing it are not timed, for the raw appends neither. */
function onStore({ name, path, expected, use }: StoreRun): Contender {
  let store: Store | undefined;
  return {
    name,
    expected,
    async before() {
      store = await openSqliteStore({ path });
    },
    run() {
      if (store === undefined) throw new Error('the store is not open');
      return use(store);
    },
    async after() {
      await store?.close();
      removeStore(path);
    },
  };
}

interface StoreRun {
  readonly name: string;
  readonly path: string;
  readonly expected: Done;
  use(store: Store): Promise<Done>;
}

/** What a session hands to its store, append by append, as it was stored. */
async function recordBatches(script: Script, folder: string): Promise<readonly Appended[]> {
  const path = join(folder, 'recorded.db');
  const store = await openSqliteStore({ path });
  const batches: Appended[] = [];
  const recording: Store = {
    ...store,
    async append(stream, events) {
      const stored = await store.append(stream, events);
      batches.push({ stream, events, rows: stored });
      return stored;
    },
  };
  const work = createEcho();
  const model = scriptedModel(script.rounds, { record: false });
  const session = await openFor({ model, workspace: folder, tools: [echoTool(work)], store: recording });
  await session.send(script.prompt).result;
  await session.close();
  await store.close();
  removeStore(path);
  return batches;
}

function removeStore(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '.leases', '.blobs'])
    rmSync(path + suffix, { recursive: true, force: true });
}
