import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { renderDiff } from '../src/change/unified-diff.js';
import { scriptedModel } from '../src/model/provider/scripted.js';
import { openSession, type Session } from '../src/session/session.js';
import { openSqliteStore } from '../src/store/sqlite.js';
import type { Store } from '../src/store/store.js';
import type { Contender, Race, Scenario, ScenarioOptions } from './scenario.js';

interface Writing {
  readonly folder: string;
  readonly files: number;
  readonly fsync: boolean;
  /** The files are there already, with other content. */
  readonly overwrite: boolean;
}

/**
 * `write_file` on its whole way (staged, decided, recorded in SQLite, compared, what was there kept for undo, written)
 * against a package that does nothing but write a file atomically; and the diff that is shown of a large file.
 */
export async function changes({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const files = smoke ? 2 : 40;
  const stores: Store[] = [];
  const races = [true, false].flatMap((fsync) =>
    [false, true].map((overwrite): Race => {
      const writing = { folder, files, fsync, overwrite };
      const name = `${overwrite ? 'files overwritten' : 'new files'}, fsync ${fsync ? 'on' : 'off'}`;
      return { name, repetitions: smoke ? 1 : 25, contenders: [atomically(writing), byCalls(writing, stores)] };
    }),
  );
  const preview = previewRace(smoke);
  return {
    races: [...races, preview],
    bars: [
      ...races.map(({ name }) => ({
        race: name,
        contender: 'toolwright',
        against: 'write-file-atomic',
        limit: 3,
        says: `${name}: write_file with its record, against write-file-atomic`,
      })),
      { race: preview.name, contender: 'toolwright', limit: 100, says: 'the diff of a 1 MB file shown, ms' },
    ],
    async close() {
      for (const store of stores) await store.close();
    },
  };
}

const contentOf = (name: string, run: number): string =>
  `${name} in run ${run}\n${'a line of some program\n'.repeat(90)}`;
const namesOf = ({ files }: Writing): readonly string[] => Array.from({ length: files }, (_, at) => `file-${at}.txt`);

/** A fresh folder for each run; no content is ever written twice. */
function fresh(root: string, writing: Writing): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  if (writing.overwrite)
    for (const name of namesOf(writing)) writeFileSync(join(root, name), contentOf(root + name, Math.random()));
}

function checked(root: string, writing: Writing, run: number): { readonly calls: number; readonly text: string } {
  const right = namesOf(writing).filter(
    (name) => readFileSync(join(root, name), 'utf8') === contentOf(root + name, run),
  );
  return { calls: right.length, text: 'written' };
}

function atomically(writing: Writing): Contender {
  const root = join(writing.folder, 'atomic');
  let run = 0;
  return {
    name: 'write-file-atomic',
    expected: { calls: writing.files, text: 'written' },
    async before() {
      run += 1;
      fresh(root, writing);
    },
    async run() {
      for (const name of namesOf(writing)) {
        await writeFileAtomic(join(root, name), contentOf(root + name, run), { fsync: writing.fsync });
      }
      return { calls: writing.files, text: 'written' };
    },
    async after() {
      if (checked(root, writing, run).calls !== writing.files) throw new Error('not everything was written');
    },
  };
}

/** One store for all runs, a session for each: as it is when somebody works for a while. */
function byCalls(writing: Writing, stores: Store[]): Contender {
  const root = join(writing.folder, 'toolwright');
  const path = join(writing.folder, `changes-${writing.fsync}-${writing.overwrite}.db`);
  let store: Store | undefined;
  let session: Session | undefined;
  let run = 0;
  return {
    name: 'toolwright',
    expected: { calls: writing.files, text: 'done' },
    async before() {
      run += 1;
      fresh(root, writing);
      if (store === undefined) {
        store = await openSqliteStore({ path });
        stores.push(store);
      }
      const calls = namesOf(writing).map((name) => ({
        name: 'write_file',
        arguments: { path: name, content: contentOf(root + name, run) },
      }));
      const model = scriptedModel([{ calls }, { text: 'done' }], { record: false });
      session = await openSession({ model, workspace: root, store, mode: 'edit', fsync: writing.fsync ? 'on' : 'off' });
    },
    async run() {
      if (session === undefined) throw new Error('the session is not open');
      const end = await session.send('Write the files.').result;
      return { calls: writing.files, text: end.text };
    },
    async after() {
      await session?.close();
      if (checked(root, writing, run).calls !== writing.files) throw new Error('not everything was written');
    },
  };
}

/** Half of the lines are others, all over the file. */
function previewRace(smoke: boolean): Race {
  const lines = Array.from(
    { length: smoke ? 100 : 20_000 },
    (_, at) => `line ${at} of a file of one megabyte, or so it is said\n`,
  );
  const base = Buffer.from(lines.join(''));
  const content = Buffer.from(lines.map((line, at) => (at % 40 === 7 ? `another ${line}` : line)).join(''));
  const added = lines.filter((_, at) => at % 40 === 7).length;
  return {
    name: 'the diff of a 1 MB file',
    repetitions: smoke ? 1 : 15,
    reports: 'ms',
    contenders: [
      {
        name: 'toolwright',
        expected: { calls: added, text: 'shown' },
        async run() {
          const from = performance.now();
          const diff = renderDiff('large.txt', base, content);
          return { calls: diff.added, text: 'shown', cost: performance.now() - from };
        },
      },
    ],
  };
}
