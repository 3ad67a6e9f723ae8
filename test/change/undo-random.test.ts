import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { seedsOf } from '../support/depth.js';
import { treeOf, undoScene } from './undo-scene.js';

type Scene = ReturnType<typeof undoScene>;
/** One of a list; undefined only when it is empty. */
type Pick = <T>(list: readonly T[]) => T;

/** A small generator, so that a sequence is found again by its seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const names = ['a.txt', 'b.bin', 'd/a.txt', 'd/e/f.txt', 'd/e', 'g/h.txt', 'g', 'öß \u202e.txt', 'new\nline', 'd'];
const contents = [
  '',
  'one\n',
  'one\ntwo\n',
  'no end',
  'cr\r\nlf\r\n',
  '\ufeffbom\n',
  '\u0000\u0001binary',
  'x'.repeat(5000),
];
/** None of them leads to anything that is there outside the scene's own folder. */
const linkTargets = ['a.txt', 'nowhere', '../nowhere', 'd/e'];
const modes = [0o644, 0o600, 0o755, 0o440];

/** What lies there: nothing at all, a file, a folder or a link. */
function kindAt(path: string): 'file' | 'folder' | 'link' | undefined {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return 'link';
    return stats.isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

/** Whether the way to a path leads through a link: nothing here may leave the folder of the scene. */
function leadsThroughLink({ at }: Scene, path: string): boolean {
  const names = path.split('/');
  return names.slice(1).some((_, index) => kindAt(at(names.slice(0, index + 1).join('/'))) === 'link');
}

/** What programs do without asking: anything, several at a time. */
function mess(scene: Scene, pick: Pick, random: () => number): void {
  for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1) {
    const given = [pick(names), pick(names)] as const;
    if (given.some((path) => leadsThroughLink(scene, path))) continue;
    const [path, other] = [scene.at(given[0]), scene.at(given[1])];
    const onAnything = [
      () => rmSync(path, { recursive: true }),
      () => renameSync(path, other),
      () => {
        rmSync(path, { recursive: true, force: true });
        symlinkSync(pick(linkTargets), path);
      },
    ];
    // These would follow a link.
    const onOthers = [
      () => mkdirSync(path, { recursive: true }),
      () => chmodSync(path, kindAt(path) === 'folder' ? pick([0o700, 0o755]) : pick(modes)),
      () => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, pick(contents));
      },
      () => appendFileSync(path, 'appended\n'),
    ];
    try {
      pick(kindAt(path) === 'link' ? onAnything : [...onAnything, ...onOthers])();
    } catch {
      // A folder where a file should be, or nothing at all: a command that failed half way.
    }
  }
}

/** One step of a session; what cannot be done as things stand is passed over. */
async function step(scene: Scene, pick: Pick, random: () => number): Promise<void> {
  const isInside = (path: string): boolean => {
    const place = scene.workspace.resolve(path);
    return 'inside' in place && place.inside;
  };
  const there = readdirSync(scene.root, { recursive: true, encoding: 'utf8' });
  const files = there.filter((path) => kindAt(scene.at(path)) === 'file');
  const some = pick(there);
  const file = pick(files);
  const name = pick([...names, 'moved/here', 'moved'].filter(isInside));
  switch (pick(['write', 'edit', 'append', 'remove', 'move', 'move', 'command'] as const)) {
    case 'write':
      return possible(scene.write(name, pick(contents)));
    case 'edit':
      return file === undefined ? undefined : possible(scene.write(file, pick(contents)));
    case 'append':
      if (file !== undefined) await possible(scene.write(file, `${readFileSync(scene.at(file), 'utf8')}more\n`));
      return;
    case 'remove':
      return some === undefined ? undefined : possible(scene.remove(some));
    case 'move':
      return some === undefined ? undefined : possible(scene.move(some, name));
    default:
      await scene.command(() => mess(scene, pick, random));
  }
}

/** What the engine refuses (a read-only file, a folder in the way) is not under test here. */
const possible = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

const changesOf = async (scene: Scene): Promise<number> =>
  (await scene.journal()).changes.filter(({ paths }) => paths.length > 0).length;

async function playSequence(seed: number, make: () => Promise<Scene>): Promise<void> {
  const random = randomFrom(seed);
  const pick: Pick = (list) => list[Math.floor(random() * list.length)] as (typeof list)[number];
  const scene = await make();
  for (let left = 4; left > 0; left -= 1) mess(scene, pick, random);
  const trees = [treeOf(scene.root)];
  const turns = 1 + Math.floor(random() * 3);
  for (let turn = 0; turn < turns; turn += 1) {
    scene.turn();
    const before = await changesOf(scene);
    for (let left = 2 + Math.floor(random() * 4); left > 0; left -= 1) await step(scene, pick, random);
    // A turn that changed nothing is passed over by an undo.
    if ((await changesOf(scene)) > before) trees.push(treeOf(scene.root));
    else expect(treeOf(scene.root), `seed ${seed}`).toEqual(trees.at(-1));
  }
  const last = trees.length - 1;
  const check = (at: number, what: string): void =>
    expect(treeOf(scene.root), `seed ${seed}: ${what}`).toEqual(trees[at]);
  const done = async (work: Promise<{ type: string }>, what: string): Promise<void> => {
    const end = await work;
    expect(end, `seed ${seed}: ${what}: ${JSON.stringify(end)}`).toMatchObject({ type: 'done' });
  };
  for (let at = last; at > 0; at -= 1) {
    await done(scene.undo(), `undo of turn ${at}`);
    check(at - 1, `undo of turn ${at}`);
  }
  for (let at = 1; at <= last; at += 1) {
    await done(scene.redo(), `redo of turn ${at}`);
    check(at, `redo of turn ${at}`);
  }
  const beside = readdirSync(dirname(scene.root)).filter((name) => name !== 'captures');
  expect(beside, `seed ${seed}: beside the workspace`).toEqual(['ws']);
  if (last === 0) return;
  await done(scene.undo({ by: 'session' }), 'undo of all');
  check(0, 'undo of all');
  await done(scene.redo(), 'redo of all');
  check(last, 'redo of all');
  await done(scene.undo({ by: 'session' }), 'undo of all again');
  check(0, 'undo of all again');
}

describe('undo over random sequences', () => {
  it('restores trees byte for byte: undo, redo, undo, by turns and as a whole', async () => {
    verifies('changes.undo.random', 'y-agent.tool.journal');
    for (const seed of seedsOf({ test: 80, deep: 960 })) await playSequence(seed, async () => undoScene());
  }, 600_000);

  it('does so with a store on disk', async () => {
    verifies('changes.undo.random');
    for (const seed of seedsOf({ test: 8, deep: 40 })) {
      const store = await openStore(join(temporaryFolder(), 'store.db'));
      await playSequence(seed, async () => undoScene({ store }));
      await store.close();
    }
  }, 600_000);
});
