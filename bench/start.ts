import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../src/base/version.js';
import { writeBareRequest } from './bare-request.js';
import type { Bar } from './bars.js';
import { builtProgram } from './built-program.js';
import { finalText, renderTextStream } from './chat-stream.js';
import { type ModelServer, type SeenRequest, startModelServer } from './model-server.js';
import { runProgram } from './program.js';
import type { Contender, Race, Scenario, ScenarioOptions } from './scenario.js';

/** From the start of the program to its version, and to the first request of `run`, as a person starts it. */
export async function start({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const text = renderTextStream();
  const server = await startModelServer(() => text);
  const scene: StartScene = { workspace: join(folder, 'work'), data: join(folder, 'data'), server };
  mkdirSync(scene.workspace);
  const race = (name: string, contenders: readonly Contender[]): Race => ({
    name,
    repetitions: smoke ? 1 : 25,
    reports: 'ms',
    processes: true,
    contenders,
  });
  return {
    races: [
      race('the version', [nothing(scene), versionOf(scene)]),
      race('the first request', [
        ...(await bareRequests(scene, folder)),
        firstRequest(scene, 'warm'),
        firstRequest(scene, 'new'),
      ]),
    ],
    bars,
    close: server.close,
  };
}

const bars: readonly Bar[] = [
  {
    race: 'the version',
    contender: 'toolwright --version',
    against: 'node -e 0',
    limit: 1.6,
    says: 'toolwright --version, against node -e 0',
  },
  firstRequestBar({ store: 'warm', against: 'bare request', aim: 2.4 }),
  firstRequestBar({ store: 'warm', against: 'bare request, CommonJS' }),
  firstRequestBar({ store: 'new', against: 'bare request, CommonJS' }),
];

function firstRequestBar({ store, against, aim }: { store: 'warm' | 'new'; against: string; aim?: number }): Bar {
  return {
    race: 'the first request',
    contender: `toolwright run, ${store} store`,
    against,
    limit: 4,
    ...(aim !== undefined && { aim }),
    says: `toolwright run to its first request with a ${store} SQLite store, against a ${against}`,
  };
}

interface StartScene {
  readonly workspace: string;
  /** Where data of the user go. */
  readonly data: string;
  readonly server: ModelServer;
}

const nothing = ({ workspace }: StartScene): Contender => timed('node -e 0', ['-e', '0'], { workspace, prints: '' });

const versionOf = ({ workspace }: StartScene): Contender =>
  timed('toolwright --version', [builtProgram(), '--version'], { workspace, prints: `${version}\n` });

function timed(
  name: string,
  args: readonly string[],
  { workspace, prints }: { readonly workspace: string; readonly prints: string },
): Contender {
  return {
    name,
    expected: { calls: 0, text: prints },
    async run() {
      const { startedAt, endedAt, stdout } = await runProgram(args, { cwd: workspace });
      return { calls: 0, text: stdout, cost: endedAt - startedAt };
    },
  };
}

/** With a new store every time, or with one that every run adds a session to. */
function firstRequest({ server, ...places }: StartScene, store: 'warm' | 'new'): Contender {
  const scene = { server, ...places, data: join(places.data, store) };
  const file = join(scene.data, 'toolwright', 'store.db');
  return {
    name: `toolwright run, ${store} store`,
    expected: { calls: 1, text: `${finalText}\n` },
    async before() {
      if (store === 'new') rmSync(scene.data, { recursive: true, force: true });
      else if (!existsSync(file)) await runTurn(scene);
      server.take();
    },
    async run() {
      const { startedAt, stdout } = await runTurn(scene);
      return { text: stdout, ...timesOf(server.take(), startedAt) };
    },
    async after() {
      if (!existsSync(file)) throw new Error(`toolwright run kept no session in ${file}`);
    },
  };
}

function runTurn({ workspace, data, server }: StartScene) {
  const args = [builtProgram(), 'run', '--base-url', server.baseUrl, '--model', 'scripted', 'hello'];
  return runProgram(args, { cwd: workspace, env: { XDG_DATA_HOME: data } });
}

function timesOf(requests: readonly SeenRequest[], startedAt: number) {
  return { calls: requests.length, cost: (requests[0]?.at ?? Number.NaN) - startedAt };
}

/** They send the very body that `toolwright run` sends. CommonJS is the quicker one. */
async function bareRequests(scene: StartScene, folder: string): Promise<readonly Contender[]> {
  const { server, workspace } = scene;
  server.take();
  await runTurn(scene);
  const body = server.take()[0]?.body ?? '';
  const url = `${server.baseUrl}/chat/completions`;
  return (['esm', 'commonjs'] as const).map((modules) => {
    const program = writeBareRequest(folder, { modules, url, body });
    return {
      name: modules === 'esm' ? 'bare request' : 'bare request, CommonJS',
      expected: { calls: 1, text: body },
      async run() {
        const { startedAt } = await runProgram([program], { cwd: workspace });
        const requests = server.take();
        return { text: requests[0]?.body ?? '', ...timesOf(requests, startedAt) };
      },
    };
  });
}
