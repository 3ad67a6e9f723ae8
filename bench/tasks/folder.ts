import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Files } from './task.js';

/** A folder of its own for a task, which holds its files and is removed afterwards. */
export interface TaskFolder {
  readonly path: string;
  add(files: Files): void;
  /** All files below it, but for what programs leave there unasked. */
  read(): Files;
  remove(): void;
}

export function makeFolder(files: Files): TaskFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-task-')));
  const add = (more: Files): void => {
    for (const [name, text] of Object.entries(more)) {
      const place = join(path, name);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
  };
  add(files);
  return {
    path,
    add,
    read: () =>
      Object.fromEntries(
        readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
          .filter((name) => !leftBehind.test(name))
          .sort()
          .map((name) => [name, readFileSync(join(path, name), 'utf8')]),
      ),
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}

const leftBehind = /(?:^|\/)(?:\.toolwright|__pycache__)\//;
