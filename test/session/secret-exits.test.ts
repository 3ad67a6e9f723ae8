import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UndoPreview } from '../../src/change/undo.js';
import { runCli } from '../../src/cli/cli.js';
import { type ScriptedRound, scriptedModel } from '../../src/model/provider/scripted.js';
import type { Answer, Question } from '../../src/run/question.js';
import type { SessionRecord } from '../../src/session/event.js';
import { openSession } from '../../src/session/session.js';
import { openStore } from '../../src/store/open-store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { fail } from '../../src/tool/outcome.js';
import { fakeHost } from '../cli/fake-host.js';
import { anyEncoding, anySecret } from '../policy/secret/encodings.js';
import { verifies } from '../requirements.js';

/** A known value, and spellings of it that we claim to find: some are text, some are no UTF-8. */
interface Leak {
  readonly value: string;
  readonly texts: readonly string[];
  readonly bytes: readonly Buffer[];
}

const anyLeak: fc.Arbitrary<Leak> = anySecret.chain((value) =>
  fc.array(anyEncoding(value), { minLength: 4, maxLength: 8 }).map((encoded) => {
    const bytes = encoded.map((one) => one.bytes);
    const texts = bytes.map((one) => one.toString()).filter((text) => !text.includes('\0') && !text.includes('\ufffd'));
    return { value, texts: [value, ...texts], bytes };
  }),
);

/** Everything that left, by the way it went. */
type Exits = Map<string, (string | Uint8Array)[]>;

interface Scene {
  readonly leak: Leak;
  readonly folder: string;
  readonly home: string;
  readonly store: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exits: Exits;
}

const note = ({ exits }: Scene, name: string, ...things: readonly unknown[]): void => {
  const texts = things.flatMap((thing): readonly (string | Uint8Array)[] =>
    thing instanceof Uint8Array ? [thing] : stringsIn(thing),
  );
  exits.set(name, [...(exits.get(name) ?? []), ...texts]);
};

/** Every text in a value, and the value as JSON. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return [JSON.stringify(value), ...Object.entries(value).flatMap(([key, one]) => [key, ...stringsIn(one)])];
}

it('lets no known value leave by any exit, in any claimed encoding, whichever way it came in', async () => {
  verifies('secret.exit.property');
  await fc.assert(
    fc.asyncProperty(anyLeak, async (leak) => {
      expect(leaksIn(await playIn(leak), leak)).toEqual([]);
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 240_000);

describe('a value that goes every way', () => {
  let leak: Leak = { value: '', texts: [], bytes: [] };
  let exits: Exits = new Map();
  beforeAll(async () => {
    [leak = leak] = fc.sample(anyLeak, 1);
    exits = await playIn(leak);
  }, 240_000);

  const shows = [
    'sessions show',
    'sessions export',
    'sessions export --format markdown',
    'sessions export --format seed',
  ];
  const lists = ['sessions', 'sessions list --json', 'audit', 'audit --format jsonl', 'audit --format csv'];
  // By which exits it goes, that is: with its place marked there.
  it.each([
    ['secret.exit.results', ['stored: call-settled', 'blob', 'told: output-delta']],
    [
      'secret.exit.events',
      [
        'told: message-received',
        'told: model-answered',
        'told: call-admitted',
        'told: call-planned',
        'told: call-decided',
        'told: call-settled',
        'told: approval-requested',
        'told: turn-ended',
        'told: diff-delta',
        'deltas: text-delta ',
        'deltas: reasoning-delta ',
      ],
    ],
    ['secret.exit.model', ['request', 'later request']],
    ['secret.exit.question', ['question', 'stored: approval-requested']],
    ['secret.exit.commands', [...shows, ...lists, 'changes --diff', 'changes --json', 'sessions delete --yes']],
    ['secret.exit.log', ['log', 'end of a turn']],
    ['design.road.mask', ['told: call-settled']],
    ['design.durability.results-masked', ['stored: call-settled', 'blob']],
    ['design.durability.exits-masked', ['told: text-delta', 'sessions show', 'request', 'sessions export', 'log']],
  ] as const)('is masked as %s says', (id, names) => {
    verifies(id);
    for (const name of names) {
      const things = exits.get(name) ?? [];
      expect([name, isMasked(things)]).toEqual([name, true]);
      expect(leaksIn(new Map([[name, things]]), leak)).toEqual([]);
    }
  });
});

const isMasked = (things: readonly (string | Uint8Array)[]): boolean =>
  things.some((thing) => Buffer.from(thing as string).includes('[masked:LEAKED]'));

async function playIn(leak: Leak): Promise<Exits> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-exits-')));
  try {
    return await playAll(leak, base);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Where a spelling of the value is found all the same. */
function leaksIn(exits: Exits, { value, bytes }: Leak): readonly string[] {
  const needles = [Buffer.from(value), Buffer.from(Buffer.from(value).toString('hex')), ...bytes];
  const found: string[] = [];
  for (const [name, things] of exits) {
    for (const thing of things) {
      const hay = Buffer.from(thing as string);
      const needle = needles.find((one) => hay.includes(one));
      if (needle !== undefined)
        found.push(`${name}: ${JSON.stringify(needle.toString())} in ${hay.toString().slice(0, 300)}`);
    }
  }
  return found;
}

async function playAll(leak: Leak, base: string): Promise<Exits> {
  const scene: Scene = {
    leak,
    folder: join(base, 'work'),
    home: join(base, 'home'),
    store: join(base, 'store.db'),
    env: { PATH: process.env['PATH'], HOME: join(base, 'home'), LEAKED: leak.value },
    exits: new Map(),
  };
  for (const folder of [scene.folder, scene.home]) mkdirSync(folder);
  mkdirSync(join(scene.home, '.config', 'toolwright'), { recursive: true });
  writeFileSync(join(scene.home, '.config', 'toolwright', 'config.json'), '{"secrets": ["LEAKED"]}\n');
  writeFileSync(join(scene.folder, 'AGENTS.md'), `The key is ${leak.value}.\n`);
  writeFileSync(join(scene.folder, 'data.txt'), leak.texts.join('\n'));
  writeFileSync(
    join(scene.folder, 'data.bin'),
    Buffer.concat(leak.bytes.flatMap((one) => [one, Buffer.from('\n--\n')])),
  );
  const id = await converse(scene);
  await goOn(scene, id);
  await readStore(scene, id);
  await showAll(scene, id);
  return scene.exits;
}

function leakyTools({ leak }: Scene) {
  const all = leak.texts.join(' ');
  const parameters = { type: 'object' } as const;
  const tool = { description: 'leaks', parameters, effects: 'none' } as const;
  const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,3}/gu) ?? [];
  return [
    defineTool({ ...tool, name: 'gives_value', run: () => ({ list: [all], [leak.value]: 1 }) }),
    defineTool({ ...tool, name: 'gives_words', run: () => 1, show: () => `so: ${all}`, display: () => `seen: ${all}` }),
    defineTool({ ...tool, name: 'gives_much', run: () => `${all}${'x'.repeat(20_000)}${all}` }),
    defineTool({ ...tool, name: 'fails', run: () => fail('io_error', `no: ${all}`, { why: [all] }) }),
    defineTool({
      ...tool,
      name: 'throws',
      run: () => {
        throw new Error(all);
      },
    }),
    defineTool({
      ...tool,
      name: 'goes_on',
      run: (_args, ctx) => {
        for (const piece of pieces(all)) ctx.progress(piece);
        ctx.log.warn(`logged ${all}`);
        return 'done';
      },
    }),
    defineTool({
      ...tool,
      name: 'keeps',
      async run(_args, ctx) {
        const writer = ctx.blobs.writer();
        for (const one of leak.bytes) for (const byte of one) writer.write(Uint8Array.of(byte));
        return [await ctx.blobs.write(all), (await writer.end()).address];
      },
    }),
    defineTool({
      ...tool,
      name: 'asks',
      run: async (_args, ctx) => ctx.ask.ask({ text: `Is it ${all}?`, options: [all] }),
    }),
    defineTool({
      ...tool,
      name: 'would_write',
      effects: 'workspace',
      plan: () => ({
        facts: [{ kind: 'write', target: leak.value, where: 'workspace', known: false, note: all }],
        preview: { kind: 'text', text: all },
      }),
      run: () => 'written',
    }),
  ];
}

/** One session: what leaks, in; what is told, out. */
async function converse(scene: Scene): Promise<string> {
  const { leak, folder, store, env } = scene;
  const all = leak.texts.join(' ');
  const tools = leakyTools(scene);
  const call = (name: string, args: object = {}) => ({ name, arguments: args });
  const middle = Math.floor(readFileSync(join(folder, 'data.bin')).length / 3);
  const pieces = `cat data.bin; head -c ${middle} data.bin; sleep 0.1; tail -c +${middle + 1} data.bin >&2`;
  const rounds: readonly ScriptedRound[] = [
    { text: `I know: ${all}`, reasoning: `hm ${all}`, chunks: 40, calls: tools.map(({ name }) => call(name)) },
    { calls: [call('run_command', { command: pieces }), call('read_file', { path: 'data.txt' })] },
    { calls: [call('grep', { pattern: '.', path: 'data.txt' }), call('unknown_tool', { q: all })] },
    { text: `Said ${all}` },
    { calls: [call('write_file', { path: 'out.txt', content: all }), call('would_write', { q: all })] },
    { text: 'written' },
    { failure: { kind: 'unauthorized', message: `The key ${all} is wrong.` } },
  ];
  const model = scriptedModel(rounds);
  const session = await openSession({
    model,
    workspace: folder,
    store,
    env,
    secrets: ['LEAKED'],
    tools,
    mode: 'auto',
    onQuestion: (question) => answer(question, scene),
    log: { debug: (text) => note(scene, 'log', text), warn: (text) => note(scene, 'log', text) },
  });
  const deltas = new Map<string, string>();
  session.on((event) => {
    note(scene, `told: ${event.type}`, event);
    if (!('text' in event)) return;
    const key = `deltas: ${event.type} ${'callId' in event ? event.callId : ''}`;
    deltas.set(key, (deltas.get(key) ?? '') + event.text);
  });
  note(scene, 'end of a turn', await session.send(`Use ${all}`).result);
  await session.setMode('ask');
  note(scene, 'end of a turn', await session.send('Write it').result);
  expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe(all);
  note(scene, 'end of a turn', await session.send('And now?').result);
  note(scene, 'changes', await session.changes());
  const approve = (preview: UndoPreview): boolean => {
    note(scene, 'undo', preview);
    return false;
  };
  note(scene, 'undo', await session.undo({ approve }));
  await session.close();
  for (const [name, text] of deltas) note(scene, name, text);
  for (const { messages } of model.requests) note(scene, 'request', messages);
  expect(deltas.size).toBeGreaterThan(3);
  return session.id;
}

function answer(question: Question, scene: Scene): Answer {
  note(scene, 'question', question);
  if (question.kind === 'input') return { choice: 'text', text: scene.leak.texts.join(' ') };
  return question.tool === 'would_write' ? { choice: 'deny', reason: `not ${scene.leak.value}` } : { choice: 'once' };
}

/** A session that is gone on with tells the model of what came before. */
async function goOn(scene: Scene, session: string): Promise<void> {
  const { store, env } = scene;
  const model = scriptedModel([{ text: 'again' }]);
  const again = await openSession({ model, store, session, env, secrets: ['LEAKED'] });
  await again.send('Go on').result;
  await again.close();
  for (const { messages } of model.requests) note(scene, 'later request', messages);
}

/** What lies on disk: all but the arguments of calls, and what undo needs. */
async function readStore(scene: Scene, id: string): Promise<void> {
  const store = await openStore(scene.store);
  const events = (await store.read(id)) as readonly SessionRecord[];
  const kept = new Set<string>();
  for (const event of events) {
    if (event.type.startsWith('change-'))
      for (const [hash] of JSON.stringify(event.body).matchAll(/[0-9a-f]{64}/g)) kept.add(hash);
    const { type, body } = event;
    note(scene, `stored: ${type}`, type === 'call-admitted' ? { ...body, arguments: '' } : body);
  }
  const blobs = readdirSync(`${scene.store}.blobs`, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(/[^0-9a-f]/g, '').slice(-64))
    .filter((hash) => hash.length === 64 && !kept.has(hash));
  expect(blobs.length).toBeGreaterThan(2);
  for (const hash of blobs) note(scene, 'blob', (await store.blobs.read(`blob:${hash}`)) ?? new Uint8Array());
  await store.close();
}

/** Every command that shows something of it. */
async function showAll(scene: Scene, id: string): Promise<void> {
  const commands = [
    ['sessions'],
    ['sessions', 'list', '--json'],
    ['sessions', 'show', id],
    ['sessions', 'export', id],
    ['sessions', 'export', id, '--format', 'markdown'],
    ['sessions', 'export', id, '--format', 'seed'],
    ['audit'],
    ['audit', '--format', 'jsonl'],
    ['audit', '--format', 'csv'],
    ['changes', id, '--diff'],
    ['changes', id, '--json'],
    ['grants', '--all'],
    ['policy', 'replay', id],
    ['policy', 'replay', id, '--json'],
    ['explain', '--session', id],
    ['undo', id, '--yes', '--json'],
    ['redo', id, '--yes'],
    ['config', '--json'],
    ['sessions', 'delete', id, '--yes'],
  ];
  for (const words of commands) {
    const { host, written } = fakeHost({ cwd: scene.folder, env: scene.env });
    await runCli([...words, '--store', scene.store], host);
    const name = words.filter((word) => word !== id).join(' ');
    expect([name, (written.stdout + written.stderr).length > 0]).toEqual([name, true]);
    expect([name, /no option|no command|defect/.exec(written.stderr)?.[0]]).toEqual([name, undefined]);
    note(scene, name, written.stdout, written.stderr, ...written.stdout.split('\n').flatMap(parsed));
  }
}

function parsed(line: string): readonly unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
