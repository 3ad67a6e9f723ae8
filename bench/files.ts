import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { editText } from '../src/builtin/file/text-edit.js';
import { scriptedModel } from '../src/model/provider/scripted.js';
import { openSession } from '../src/session/session.js';
import { openSqliteStore } from '../src/store/sqlite.js';
import { isFailure } from '../src/tool/outcome.js';
import { builtProgram } from './built-program.js';
import { peakMemory } from './peak-memory.js';
import { runProgram } from './program.js';
import type { Contender, Race, Scenario, ScenarioOptions } from './scenario.js';

/**
 * Large files: the memory that reading a part of one takes; `edit_file` on its whole way (planned, decided, recorded,
 * compared, both contents kept for undo, written) against a program that reads, replaces and writes; and how the time of
 * flexible matching grows with the file.
 */
export async function files({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const part = rangeRace(folder, smoke);
  const edit = editRace(folder, smoke);
  const flexible = flexibleRace(smoke);
  return {
    races: [part, edit, flexible],
    bars: [
      { race: part.name, contender: 'toolwright', limit: 20, says: 'memory for two lines out of a 500 MB file, MB' },
      {
        race: edit.name,
        contender: 'toolwright',
        against: 'read, replace, write',
        limit: 3,
        says: 'edit_file on a 10 MB file, against a bare read, replace and write',
      },
      {
        race: flexible.name,
        contender: 'four times the file',
        against: 'the file',
        limit: 5,
        says: 'flexible matching in four times the file',
      },
    ],
    close: async () => {},
  };
}

const line = 'a line of some program, as there are many of them in this file\n';

/** A session whose model makes one call, over and over. */
async function callOver(workspace: string, call: { readonly name: string; readonly arguments: object }) {
  const model = scriptedModel([{ calls: [call] }, { text: 'done' }], { record: false });
  const store = await openSqliteStore({ path: join(workspace, `calls-${Math.random()}.db`) });
  const session = await openSession({ model, workspace, store, mode: 'edit', fsync: 'off' });
  return {
    async run() {
      const end = await session.send('go').result;
      return { calls: 1, text: end.text };
    },
    async close() {
      await session.close();
      await store.close();
    },
  };
}

const expected = { calls: 1, text: 'done' };

/** How much more memory, at its peak, a process has that reads two lines of the large file than one that reads a small one. */
function rangeRace(folder: string, smoke: boolean): Race {
  const lines = Math.ceil((smoke ? 1_000_000 : 500_000_000) / line.length);
  const file = openSync(join(folder, 'large.txt'), 'w');
  const block = line.repeat(10_000);
  for (let at = 0; at < lines; at += 10_000) writeSync(file, block);
  closeSync(file);
  writeFileSync(join(folder, 'small.txt'), line.repeat(100));
  const peakOf = peakReader(folder);
  return {
    name: 'two lines out of a large file',
    repetitions: smoke ? 1 : 5,
    reports: 'MB',
    processes: true,
    contenders: [
      {
        name: 'toolwright',
        expected: { calls: 2, text: 'done' },
        async run() {
          const cost = (await peakOf('large.txt', lines - 10)) - (await peakOf('small.txt', 90));
          return { calls: 2, text: 'done', cost: Math.max(0, cost) };
        },
      },
    ],
  };
}

/** Answers the most memory, in MB, of a process in which a model reads two lines of a file. */
function peakReader(folder: string): (path: string, start: number) => Promise<number> {
  const script = join(folder, 'read.mjs');
  const entry = (name: string): string => JSON.stringify(pathToFileURL(join(dirname(builtProgram()), name)).href);
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs';
import { createMemoryStore, openSession } from ${entry('index.js')};
import { scriptedModel } from ${entry('testing.js')};
const [path, start] = process.argv.slice(2);
const read = { name: 'read_file', arguments: { path, line_start: Number(start), line_end: Number(start) + 1 } };
const model = scriptedModel([{ calls: [read] }, { text: 'done' }]);
const session = await openSession({ model, workspace: process.cwd(), store: createMemoryStore() });
const results = [];
session.on((event) => event.type === 'call-settled' && results.push(event.body.outcome));
const end = await session.send('go').result;
${peakMemory}
console.log(end.text, results.join(), kilobytes);
await session.close();
`,
  );
  return async (path, start) => {
    const { stdout } = await runProgram([script, path, String(start)], { cwd: folder });
    const [text, outcome, kilobytes] = stdout.trim().split(' ');
    if (text !== 'done' || outcome !== 'ok') throw new Error(`${path} was not read: ${stdout}`);
    return Number(kilobytes) / 1024;
  };
}

/** One line in the middle is another each time. */
function editRace(folder: string, smoke: boolean): Race {
  const half = line.repeat(Math.ceil((smoke ? 10_000 : 5_000_000) / line.length));
  const path = (name: string): string => join(folder, name);
  const contentOf = (run: number): string => `${half}the line of run ${run}\n${half}`;
  let bareRun = 0;
  let ourRun = 0;
  let session: Awaited<ReturnType<typeof callOver>> | undefined;
  const bare: Contender = {
    name: 'read, replace, write',
    expected,
    async before() {
      bareRun += 1;
      writeFileSync(path('bare.txt'), contentOf(bareRun));
      await aWhile(smoke);
    },
    async run() {
      const content = await readFile(path('bare.txt'), 'utf8');
      await writeFile(path('bare.txt'), content.replace(`of run ${bareRun}\n`, `after run ${bareRun}\n`));
      return expected;
    },
    async after() {
      check(path('bare.txt'), bareRun);
    },
  };
  const ours: Contender = {
    name: 'toolwright',
    expected,
    async before() {
      ourRun += 1;
      writeFileSync(path('ours.txt'), contentOf(ourRun));
      const edit = { path: 'ours.txt', old_text: `of run ${ourRun}\n`, new_text: `after run ${ourRun}\n` };
      session = await callOver(folder, { name: 'edit_file', arguments: edit });
      await aWhile(smoke);
    },
    async run() {
      return (await session?.run()) ?? { calls: 0, text: '' };
    },
    async after() {
      await session?.close();
      check(path('ours.txt'), ourRun);
    },
  };
  return { name: 'an edit of a 10 MB file', repetitions: smoke ? 1 : 11, contenders: [bare, ours] };
}

/** A file that was written just now is compared once more right before it is replaced; few are when they are edited. */
const aWhile = (smoke: boolean): Promise<void> => new Promise((resolve) => setTimeout(resolve, smoke ? 0 : 1100));

function check(path: string, run: number): void {
  if (!readFileSync(path, 'utf8').includes(`the line after run ${run}\n`)) throw new Error(`${path} was not edited`);
}

/** The text is there once, at the end, and everything before is much like it. */
function flexibleRace(smoke: boolean): Race {
  const unit = 'if ( a ) {\n\tcall( b , c );\n}\n';
  const content = (bytes: number): string =>
    `${unit.repeat(Math.ceil(bytes / unit.length))}if ( a ) {\n\tlast( b );\n}\n`;
  const edit = { oldText: 'if (a) {\n  last(b);\n}', newText: '', replaceAll: false };
  const find = (name: string, text: string): Contender => ({
    name,
    expected,
    async run() {
      const edited = editText(text, edit, 'a.txt');
      if (isFailure(edited) || edited.strategy !== 'flexible') throw new Error('it was not found');
      return expected;
    },
  });
  const size = smoke ? 10_000 : 1_000_000;
  return {
    name: 'flexible matching',
    repetitions: smoke ? 1 : 25,
    contenders: [find('the file', content(size)), find('four times the file', content(4 * size))],
  };
}
