import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { type Loaded, type ProbedProgram, probeProgram } from '../../support/probed-program.js';
import { createScene, type Scene } from '../../support/scene.js';

let program: ProbedProgram;
beforeAll(async () => {
  program = await probeProgram();
});
afterAll(() => program.close());

const run = (scene: Scene) => program.run(['run', ...scene.flags, 'hello'], { cwd: scene.folder });

it('loads nothing heavy for a turn without calls', async () => {
  verifies('models.bench.start-path');
  const loaded = await run(await createScene([{ text: 'Hello.' }]));
  expect(loaded.stdout).toBe('Hello.\n');
  expect(heavyParts(loaded)).toEqual([]);
  // What reads the text of an answer is loaded while the server works on it.
  expect(loaded.files).toEqual(['cli.cjs', 'program/model-text-calls.cjs', 'program/run-run-command.cjs']);
  expect(loaded.bytes).toBeLessThan(1480 * 1024);
  // The list is a true one: these must be there.
  expect(loaded.packages).toEqual(['@photostructure/sqlite', 'node-gyp-build']);
  expect(loaded.builtins).toEqual(expect.arrayContaining(['crypto', 'fs', 'http', 'net']));
  const some = [
    'cli/main',
    'cli/run/run-command',
    'session/session',
    'store/sqlite',
    'model/provider/openai/openai-chat',
  ];
  expect(loaded.modules).toEqual(expect.arrayContaining(some.map((name) => `src/${name}.ts`)));
});

it('would be told of what is heavy: a call loads the schema checker, and waiting for answers the reader of lines', async () => {
  verifies('models.bench.start-path');
  const scene = await createScene([
    { calls: [{ name: 'read_file', arguments: { path: 'a.txt' } }] },
    { text: 'Read.' },
  ]);
  writeFileSync(join(scene.folder, 'a.txt'), 'one\n');
  const heavy = heavyParts(await run(scene));
  expect(heavy).toEqual(expect.arrayContaining([expect.stringMatching(/node_modules\/ajv\/dist\/2020\.js$/)]));
  const waiting = await createScene([{ text: 'Hello.' }]);
  const args = ['run', ...waiting.flags, '--on-ask', 'wait=1s', 'hello'];
  expect(heavyParts(await program.run(args, { cwd: waiting.folder }))).toEqual([
    'node:readline',
    'node:readline/promises',
  ]);
});

/** What may be evaluated before the first request; everything else is heavy until it is listed here with a reason. */
const light = [
  // Rooms whose parts a turn is made of. Not among them: all that extends.
  /^src\/(?:agent|base|builtin|change|config|dialect|history|policy|profile|run|sandbox|schema|session|store|tool|workspace)\//,
  // The port, without the calls that few turns make.
  /^src\/client\/(?!later-calls|session-page|waiting-questions)/,
  // The model's own rooms without the other providers and without what asks a model about itself.
  /^src\/model\/(?!probe\/|provider\/(?:anthropic|gemini|ollama|ai-sdk|openai\/openai-responses))/,
  // What reads the config files: no start goes without.
  /^node_modules\/jsonc-parser\//,
  // What a hook and a server are, for the schema of the config. Not how one is run.
  /^src\/extend\/hook\/hook\.ts$/,
  /^src\/extend\/named-server\.ts$/,
  // Where skills would lie: most folders have none, and nothing more is loaded.
  /^src\/extend\/skill\/(?:skills|skill-places|skill-mark)\.ts$/,
  // The command line, `run` and how a turn is shown; of other commands only what the table of commands names.
  /^src\/cli\/(?:[\w-]+|run\/[\w-]+|view\/[\w-]+|command-table\/[\w-]+|completion\/shells)\.ts$/,
  // The names of what a session can be exported as.
  /^src\/systems\/export-formats\.ts$/,
];
const lightPackages = ['@photostructure/sqlite', 'node-gyp-build'];
/** Secure connections for a plain address, terminals, threads, compression. */
const heavyBuiltins = /^(?:_tls_\w+|tls|https|http2|readline(?:\/promises)?|repl|tty|worker_threads|zlib)$/;

function heavyParts({ modules, packages, builtins }: Loaded): readonly string[] {
  return [
    ...modules.filter((name) => !light.some((pattern) => pattern.test(name))),
    ...packages.filter((name) => !lightPackages.includes(name)),
    ...builtins.filter((name) => heavyBuiltins.test(name)).map((name) => `node:${name}`),
  ];
}
