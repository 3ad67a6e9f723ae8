import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { withConfigLock } from '../../src/config/config-lock.js';
import { verifies } from '../requirements.js';
import { runCli } from '../support/spawn-cli.js';

function newFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-lock-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

it('lets one after the other work, and goes when the work fails', async () => {
  verifies('models.config.set-together');
  const file = join(newFolder(), 'deep', 'config.json');
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await sleep(5);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => withConfigLock(file, work)));
  expect(most).toBe(1);
  await expect(withConfigLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(readdirSync(join(file, '..'))).toEqual([]);
});

it('takes over what a killed process left, and gives up on one that is busy', async () => {
  verifies('models.config.set-together');
  const folder = newFolder();
  const [file, lock] = [join(folder, 'config.json'), join(folder, '.config.json.lock')];
  writeFileSync(lock, 'left');
  const times = { waitMs: 100, staleMs: 60_000 };
  await expect(withConfigLock(file, async () => 'done', times)).rejects.toThrow(
    `${file} is being changed by another process. Try again; if there is none, remove ${lock}.`,
  );
  expect(readFileSync(lock, 'utf8')).toBe('left');
  utimesSync(lock, 0, 0);
  expect(await withConfigLock(file, async () => 'done', times)).toBe('done');
  expect(existsSync(lock)).toBe(false);
});

it('loses no change of processes that set something at once', async () => {
  verifies('models.config.set-together');
  const home = newFolder();
  const names = Array.from({ length: 6 }, (_, at) => `m${at}`);
  const env = { HOME: home, XDG_CONFIG_HOME: home };
  const ends = await Promise.all(
    names.map((name) => runCli(['config', 'set', `models.${name}.dialect`, 'x'], { cwd: home, env })),
  );
  expect(ends.map(({ code }) => code)).toEqual(names.map(() => 0));
  const { models } = JSON.parse(readFileSync(join(home, 'toolwright', 'config.json'), 'utf8')) as { models: object };
  expect(Object.keys(models).sort()).toEqual(names);
  expect(readdirSync(join(home, 'toolwright'))).toEqual(['config.json']);
});
