import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isFailure, type ToolFailure } from '../../src/tool/outcome.js';
import type { StagedChange } from '../../src/tool/port.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { shareOf, timesOf } from '../support/depth.js';
import { type ChangeScene, createChangeScene, treeOf } from './change-scene.js';

type Staged = StagedChange | readonly StagedChange[] | ToolFailure;

interface Scenario {
  /** Where others come between. */
  readonly leaf: string;
  stage(scene: ChangeScene): Staged | Promise<Staged>;
}

const scenarios: Readonly<Record<string, Scenario>> = {
  overwrite: { leaf: 'dir/a.txt', stage: (scene) => scene.stage('dir/a.txt', 'new\n') },
  create: { leaf: 'dir/new.txt', stage: (scene) => scene.stage('dir/new.txt', 'new\n') },
  'create with folders': { leaf: 'dir/x/y/new.txt', stage: (scene) => scene.stage('dir/x/y/new.txt', 'new\n') },
  'delete a file': { leaf: 'dir/a.txt', stage: (scene) => scene.changes.stageDelete(scene.place('dir/a.txt')) },
  'delete a tree': { leaf: 'dir/a.txt', stage: (scene) => scene.changes.stageDelete(scene.place('dir')) },
  'move a file': {
    leaf: 'dir/a.txt',
    stage: (scene) => scene.changes.stageMove(scene.place('dir/a.txt'), scene.place('other/b.txt')),
  },
  'move a tree': {
    leaf: 'dir/a.txt',
    stage: (scene) => scene.changes.stageMove(scene.place('dir'), scene.place('other/dir')),
  },
  'move to a place': {
    leaf: 'dir/b.txt',
    stage: (scene) => scene.changes.stageMove(scene.place('other/o.txt'), scene.place('dir/b.txt')),
  },
  batch: {
    leaf: 'dir/a.txt',
    stage: async (scene) => [
      scene.stage('other/o.txt', 'new\n'),
      scene.stage('dir/a.txt', 'new\n'),
      scene.stage('dir/made/new.txt', 'new\n'),
      (await scene.changes.stageDelete(scene.place('other/p.txt'))) as StagedChange,
    ],
  },
};

type Mutation = (at: { readonly scene: ChangeScene; readonly leaf: string }) => void;

const mutations: Readonly<Record<string, Mutation>> = {
  'a link outside in place of the file': ({ scene, leaf }) => {
    rmSync(leaf, { force: true, recursive: true });
    mkdirSync(dirname(leaf), { recursive: true });
    symlinkSync(join(scene.outside, 'a.txt'), leaf);
  },
  'a link outside in place of the folder': ({ scene, leaf }) => {
    renameSync(top(scene, leaf), join(scene.root, 'away'));
    symlinkSync(scene.outside, top(scene, leaf));
  },
  'the folder taken outside': ({ scene, leaf }) => renameSync(top(scene, leaf), join(scene.outside, 'taken')),
  'the folder taken outside, another in its place': ({ scene, leaf }) => {
    renameSync(top(scene, leaf), join(scene.outside, 'taken'));
    const filter = (path: string): boolean => !isOurs(path);
    cpSync(join(scene.outside, 'taken'), top(scene, leaf), { recursive: true, filter });
  },
  'the folder renamed': ({ scene, leaf }) => renameSync(top(scene, leaf), join(scene.root, 'renamed')),
  'a file in place of the folder': ({ scene, leaf }) => {
    rmSync(top(scene, leaf), { recursive: true, force: true });
    writeFileSync(top(scene, leaf), 'theirs\n');
  },
  'the file replaced': ({ leaf }) => {
    mkdirSync(dirname(leaf), { recursive: true });
    writeFileSync(`${leaf}.theirs`, 'theirs\n');
    renameSync(`${leaf}.theirs`, leaf);
  },
  'the file rewritten': ({ leaf }) => {
    mkdirSync(dirname(leaf), { recursive: true });
    writeFileSync(leaf, 'theirs\n');
  },
  'the file deleted': ({ leaf }) => rmSync(leaf, { force: true }),
  'a folder in place of the file': ({ leaf }) => {
    rmSync(leaf, { force: true });
    mkdirSync(leaf, { recursive: true });
  },
  'another mode': ({ leaf }) => existsSync(leaf) && chmodSync(leaf, 0o600),
  'another name outside': ({ scene, leaf }) => existsSync(leaf) && linkSync(leaf, join(scene.outside, 'hard')),
};

const top = (scene: ChangeScene, leaf: string): string =>
  join(scene.root, leaf.slice(scene.root.length + 1).split('/')[0] ?? '');

function setUp(walk: 'descriptor' | 'identity', base?: string): ChangeScene {
  const scene = createChangeScene({ walk, ...(base !== undefined && { base }) });
  mkdirSync(join(scene.root, 'other'));
  writeFileSync(join(scene.root, 'other/o.txt'), 'old\n');
  writeFileSync(join(scene.root, 'other/p.txt'), 'old\n');
  return scene;
}

/** The steps of a scenario when nobody comes between; `planned` is between staging and applying. */
async function stepsOf({ stage }: Scenario, walk: 'descriptor' | 'identity'): Promise<readonly string[]> {
  const scene = setUp(walk);
  const steps: string[] = [];
  scene.onStep = (step) => void steps.push(step);
  const change = await stage(scene);
  if (isFailure(change)) throw new Error(change.message);
  expect(isFailure(await scene.changes.apply(change))).toBe(false);
  return ['planned', ...steps];
}

const isOurs = (line: string): boolean => line.includes('.toolwright-');
const isNotOld = (line: string): boolean => !line.endsWith('"old\\n"');
let interleavings = 0;

const chosen = { descriptor: Object.entries(mutations), identity: Object.entries(mutations).slice(0, 4) };

describe.each(['descriptor', 'identity'] as const)('between any two steps, walked by %s', (walk) => {
  describe.each(Object.entries(scenarios))('of: %s', (name, scenario) => {
    it.each(chosen[walk])('%s', async (what, mutate) => {
      verifies('core.workspace.race', 'design.durability.files-whole', 'design.durability.no-redirect');
      const folder = temporaryFolder();
      for (const [index, at] of shareOf([...(await stepsOf(scenario, walk)).entries()], 3)) {
        const scene = setUp(walk, join(folder, String(index)));
        const leaf = join(scene.root, scenario.leaf);
        const state = { outside: [] as readonly string[], inside: [] as readonly string[], done: false };
        const come = (): void => {
          if (state.done) return;
          state.done = true;
          try {
            mutate({ scene, leaf });
          } catch {
            // What it would change is gone already.
          }
          state.outside = treeOf(scene.outside).filter((line) => !isOurs(line));
          state.inside = treeOf(scene.root).filter((line) => !isOurs(line));
        };
        const change = await scenario.stage(scene);
        if (isFailure(change)) throw new Error(change.message);
        const committed = { any: false };
        let count = 0;
        scene.onStep = (step) => {
          count += 1;
          if (count === index) come();
          else if (step.startsWith('commit ')) committed.any ||= !state.done;
        };
        if (at === 'planned') come();
        const end = await scene.changes.apply(change);
        const why = `${name}, before "${at}", ${what}: ${isFailure(end) ? end.message : 'applied'}`;
        interleavings += 1;
        // By path alone, what lies in a folder that was taken away cannot be found to be removed.
        const seen = (lines: readonly string[]) =>
          walk === 'identity' ? lines.filter((line) => !isOurs(line)) : lines;
        const outside = seen(treeOf(scene.outside));
        // What was done already is taken back also where the folder is now; nothing else may happen there.
        if (committed.any) expect(state.outside, why).toEqual(expect.arrayContaining(outside.filter(isNotOld)));
        else expect(outside, why).toEqual(state.outside);
        const now = seen(treeOf(scene.root));
        expect(now.filter(isOurs), why).toEqual([]);
        for (const line of now.filter((one) => one.includes('"')))
          expect(line, why).toMatch(/"(old\\n|new\\n|theirs\\n)"$/);
        // Nothing was changed before they came: a refusal leaves everything as they left it.
        if (isFailure(end) && !committed.any) expect(now, why).toEqual(state.inside);
      }
    });
  });
});

afterAll(() => expect(interleavings).toBeGreaterThan(timesOf({ test: 100, deep: 200 })));

it.each(['descriptor', 'identity'] as const)('takes no other folder for the one that was staged, %s', async (walk) => {
  for (const name of ['delete a tree', 'move a tree']) {
    const scene = setUp(walk);
    const change = await scenarios[name]?.stage(scene);
    if (change === undefined || isFailure(change)) throw new Error('it could not be staged');
    // The same names and contents, but theirs.
    scene.onStep = (step) => {
      if (!step.startsWith('commit ')) return;
      renameSync(join(scene.root, 'dir'), join(scene.outside, 'taken'));
      cpSync(join(scene.outside, 'taken'), join(scene.root, 'dir'), { recursive: true });
      scene.onStep = () => {};
    };
    const before = treeOf(scene.root);
    expect(await scene.changes.apply(change)).toMatchObject({ errorType: 'stale' });
    expect(treeOf(scene.root)).toEqual(before);
  }
});
