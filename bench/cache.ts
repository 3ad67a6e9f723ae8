import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openModel } from '../src/model/open-model.js';
import { openSession } from '../src/session/session.js';
import { countedTokens } from '../test/support/token-counter.js';
import { renderCall, renderText } from './chat-stream.js';
import { startModelServer } from './model-server.js';
import { peerRequests } from './peer-requests.js';
import type { Contender, Race, Scenario, ScenarioOptions } from './scenario.js';

/** A part of a request as a model reads it: the tools, or a message. By digest and tokens where it was recorded. */
type Piece = readonly [what: string, tokens: number];
type Requests = readonly (readonly Piece[])[];

/**
 * What a conversation costs on a server that takes a millisecond for each token it has not in its cache, and keeps all it has
 * read. An ideal client has each token read once. The peers' requests are recorded: their own programs did the same work against
 * a scripted model.
 */
export async function cache({ folder }: ScenarioOptions): Promise<Scenario> {
  const own = await ownRequests(join(folder, 'work'));
  const once = { repetitions: 1, processes: true } as const;
  const race: Race = {
    ...once,
    name: 'a task on a server that charges 1 ms a token it has not read',
    reports: 'ms',
    contenders: [
      reporting('toolwright', charged(own)),
      reporting('an ideal client', own.at(-1)?.reduce((sum, [, tokens]) => sum + tokens, 0) ?? 0),
      ...recorded().map(({ name, requests }) => reporting(name, charged(requests))),
    ],
  };
  const bar = { race: race.name, contender: 'toolwright' };
  return {
    races: [race],
    bars: [
      { ...bar, against: 'an ideal client', limit: 1.1, says: 'the same requests, each token read once' },
      { ...bar, against: 'pi', limit: 1, below: true, says: 'the same task, as pi has it done' },
      { ...bar, against: 'opencode', limit: 1, below: true, says: 'the same task, as opencode has it done' },
    ],
    close: async () => {},
  };
}

/** The tokens that no request before had at the same place. */
function charged(requests: Requests): number {
  return requests.reduce((sum, request, at) => {
    const shared = requests.slice(0, at).map((before) => tokensShared(before, request));
    return sum + tokensOf(request) - Math.max(0, ...shared);
  }, 0);
}

function tokensShared(before: readonly Piece[], request: readonly Piece[]): number {
  const differs = request.findIndex(([what], at) => before[at]?.[0] !== what);
  return tokensOf(differs === -1 ? request : request.slice(0, differs));
}

const tokensOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, [, tokens]) => sum + tokens, 0);

/** Finds what is wrong, mends it, keeps a list and writes a note: what the peers did, in our tools. */
async function ownRequests(folder: string): Promise<Requests> {
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
  const rounds = [...steps];
  const server = await startModelServer(() => {
    const step = rounds.shift() ?? 'Done.';
    if (typeof step === 'string') return renderText(step);
    return renderCall({ id: `call_${rounds.length}`, name: step[0], arguments: JSON.stringify(step[1]) });
  });
  const { baseUrl } = server;
  const model = await openModel({ provider: 'bench', api: 'openai-chat', baseUrl, model: 'm', toolCalls: 'native' });
  const session = await openSession({
    model,
    workspace: folder,
    onQuestion: () => ({ choice: 'once' }),
    sandbox: 'off',
  });
  try {
    await session.send('The sum is wrong. Mend it, and check with the test.').result;
    await session.send('Also write a note of it to NOTES.md.').result;
    return server.take().map(({ body }) => piecesOf(body));
  } finally {
    await session.close();
    await server.close();
  }
}

function piecesOf(body: string): readonly Piece[] {
  const { tools, messages } = JSON.parse(body) as { readonly tools?: unknown; readonly messages: readonly unknown[] };
  return [...(tools === undefined ? [] : [tools]), ...messages].map((part) => {
    const text = JSON.stringify(part);
    return [text, countedTokens(text)];
  });
}

const files = [
  ['src/add.js', '// Adds two numbers.\nexport function add(a, b) {\n  return a - b;\n}\n'],
  [
    'test.js',
    "import { add } from './src/add.js';\nif (add(2, 3) !== 5) { console.error('add(2, 3) is ' + add(2, 3) + ', not 5'); process.exit(1); }\nconsole.log('ok');\n",
  ],
  ['package.json', '{"type":"module","name":"sum"}\n'],
  ['README.md', '# Sum\n\nAdds two numbers. Run `node test.js`.\n'],
] as const;

const steps = [
  ['read_file', { path: 'src/add.js' }],
  ['run_command', { command: 'node test.js' }],
  ['edit_file', { path: 'src/add.js', old_text: 'a - b', new_text: 'a + b' }],
  ['run_command', { command: 'node test.js' }],
  ['run_command', { command: 'ls -la' }],
  ['read_file', { path: 'README.md' }],
  'The sum was a difference; the test passes now.',
  ['write_file', { path: 'NOTES.md', content: 'add was mended.\n' }],
  'NOTES.md says what was mended.',
] as const;

const recorded = () =>
  peerRequests.map(({ name, requests }) => ({
    name,
    requests: requests.map((line) =>
      line.split(' ').map((part): Piece => {
        const [what = '', tokens] = part.split(':');
        return [what, Number(tokens)];
      }),
    ),
  }));

const reporting = (name: string, cost: number): Contender => ({
  name,
  expected: { calls: 1, text: '' },
  run: async () => ({ calls: 1, text: '', cost }),
});
