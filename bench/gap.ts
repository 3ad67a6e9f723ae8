import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { openAiChat } from '../src/model/provider/openai/openai-chat.js';
import { createMemoryStore } from '../src/store/memory.js';
import { openSqliteStore } from '../src/store/sqlite.js';
import type { Store } from '../src/store/store.js';
import { aiEcho, runAi } from './ai-turn.js';
import type { Bar } from './bars.js';
import { finalText } from './chat-stream.js';
import { type ChildServer, startChildServer } from './child-server.js';
import { createEcho, prompt, system } from './echo-script.js';
import type { Gaps } from './gap-server.js';
import { handWrittenChat } from './hand-written-chat.js';
import { piEcho, piModel, runPi } from './pi-turn.js';
import type { Contender, Done, Race, Scenario, ScenarioOptions } from './scenario.js';
import { echoTool, openFor, turnOf } from './toolwright-loop.js';

/**
 * The time a harness adds to every round, as the server sees it: from the end of an answer that calls the tool to the
 * next request. Everybody streams, runs the same tool, and sends the same conversation, which grows.
 */
export async function gap({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const rounds = smoke ? 3 : 60;
  const server = await startChildServer('gap-server');
  const scene: GapScene = {
    folder,
    rounds,
    baseUrl: `${server.origin}/${rounds}`,
    expected: { calls: rounds, text: finalText },
  };
  const bare = handWrittenChat({ name: 'hand-written', ...scene });
  const own = toolwright(scene, 'toolwright', (path) => openSqliteStore({ path }));
  const inMemory = toolwright(scene, 'toolwright, in memory', async () => createMemoryStore());
  const race = (name: string, repetitions: number, contenders: readonly Contender[]): Race => ({
    name,
    repetitions: smoke ? 1 : repetitions,
    reports: 'µs/round',
    contenders: contenders.map((contender) => seenBy(server, scene, contender)),
  });
  const name = `${rounds} rounds at a server`;
  return {
    races: [
      race(name, 30, [bare, own, inMemory, pi(scene)]),
      // A race of its own, for the garbage it leaves.
      race(`${name}, with ai`, 15, [bare, own, ai(scene)]),
    ],
    bars: barsOf(name),
    close: server.close,
  };
}

interface GapScene {
  readonly folder: string;
  readonly rounds: number;
  readonly baseUrl: string;
  readonly expected: Done;
}

/** The contender, its cost as the server saw it. */
function seenBy(server: ChildServer, { rounds }: GapScene, contender: Contender): Contender {
  return {
    ...contender,
    async before() {
      await contender.before?.();
      await server.ask();
    },
    async run() {
      const done = await contender.run();
      const { requests, gapUs } = (await server.ask()) as Gaps;
      if (requests !== rounds + 1) throw new Error(`${contender.name} made ${requests} requests in ${rounds} rounds`);
      return { ...done, cost: gapUs / rounds };
    },
  };
}

function toolwright(scene: GapScene, name: string, openStore: (path: string) => Promise<Store>): Contender {
  const path = join(scene.folder, 'gap.db');
  const work = createEcho();
  const tools = [echoTool(work)];
  const model = openAiChat({ baseUrl: scene.baseUrl, model: 'scripted' });
  let store: Store | undefined;
  const turn = turnOf({
    work,
    prompt,
    open: async () => {
      store = await openStore(path);
      return openFor({ model, workspace: scene.folder, tools, store, system });
    },
  });
  return {
    ...turn,
    name,
    expected: scene.expected,
    async after() {
      await turn.after();
      await store?.close();
      for (const suffix of ['', '-wal', '-shm', '.leases', '.blobs'])
        rmSync(path + suffix, { recursive: true, force: true });
    },
  };
}

function pi({ baseUrl, expected }: GapScene): Contender {
  const work = createEcho();
  const tool = piEcho(work);
  const model = piModel(baseUrl);
  return { name: 'pi-agent-core', expected, run: () => runPi({ work, tool, model }) };
}

function ai({ baseUrl, expected, rounds }: GapScene): Contender {
  const work = createEcho();
  const tools = aiEcho(work);
  const model = createOpenAICompatible({ name: 'scripted', baseURL: baseUrl }).chatModel('scripted');
  return { name: 'ai', expected, run: () => runAi({ work, tools, model, steps: rounds + 1 }) };
}

function barsOf(race: string): readonly Bar[] {
  const bar = { race, contender: 'toolwright' };
  const says = `what a round of ${race} costs with SQLite, against`;
  return [
    { ...bar, against: 'hand-written', limit: 2.5, says: `${says} a hand-written loop` },
    { ...bar, against: 'pi-agent-core', limit: 1, below: true, says: `${says} pi-agent-core` },
    { ...bar, race: `${race}, with ai`, against: 'ai', limit: 1, below: true, says: `${says} ai` },
  ];
}
