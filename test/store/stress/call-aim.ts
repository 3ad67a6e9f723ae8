import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The thread that runs the program, or the one that Node has for files. */
export type Role = 'main' | 'pool';

/** The Nth call that one of them makes next is to fail. */
export interface Aim {
  readonly role: Role;
  readonly nth: number;
}

export interface AimOptions {
  /** A folder of its own, and the file that `strace` writes. */
  readonly folder: string;
  readonly trace: string;
  /** The system call, of which one in `every` fails: more than twice as many as are made between two aims. */
  readonly calls: string;
  readonly every: number;
}

/**
 * Aims at a call from within the process whose calls fail. `strace` counts the calls of each thread from its start and has
 * every so manieth fail; how far it is stands in what it writes, and calls that mean nothing fill what is between.
 */
export async function createAim({ folder, trace, calls, every }: AimOptions): Promise<(aim: Aim) => Promise<void>> {
  fs.mkdirSync(folder);
  const fill = fillers(folder)[calls];
  if (fill === undefined) throw new Error(`nothing makes ${calls}`);
  const input = fs.openSync(trace, 'r');
  const made: Record<Role, number> = { main: 0, pool: 0 };
  const threads = new Map<string, Role>();
  const chunk = Buffer.alloc(65_536);
  let rest = '';
  let marks = 0;
  let marked = 0;
  const read = (): void => {
    for (let bytes = fs.readSync(input, chunk); bytes > 0; bytes = fs.readSync(input, chunk)) {
      const lines = (rest + chunk.toString('latin1', 0, bytes)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, pid = '', name = ''] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
        if (name === 'readlink' && /"\/(?:main|pool|aim)"/.test(line)) marks += 1;
        if (name === 'readlink' && line.includes('"/main"')) threads.set(pid, 'main');
        if (name === 'readlink' && line.includes('"/pool"')) threads.set(pid, 'pool');
        const role = threads.get(pid);
        if (role !== undefined && name === calls) made[role] += 1;
        else if (name === calls) before.set(pid, (before.get(pid) ?? 0) + 1);
      }
    }
  };
  /** What is written comes late: all that was made before a mark is there when that is. */
  const readUpToMark = async (mark: () => unknown): Promise<void> => {
    await ignore(mark);
    marked += 1;
    for (read(); marks < marked; read()) await sleep(1);
  };
  /** Calls of threads that are not known yet. */
  const before = new Map<string, number>();
  await readUpToMark(() => fs.readlinkSync('/main'));
  await readUpToMark(() => promisify(fs.readlink)('/pool'));
  for (const [pid, role] of threads) made[role] += before.get(pid) ?? 0;

  return async ({ role, nth }) => {
    await readUpToMark(() => fs.readlinkSync('/aim'));
    for (const one of ['main', 'pool'] as const) {
      const toNext = every - (made[one] % every);
      const missing = one === role ? toNext - nth + (toNext < nth ? every : 0) : toNext <= every / 2 ? toNext : 0;
      for (let count = 0; count < missing; count += 1) await ignore(() => fill(one === 'main'));
    }
  };
}

type Filler = (sync: boolean) => unknown;

/** A call of each family on the main thread, or on the other. */
function fillers(folder: string): Readonly<Record<string, Filler>> {
  const path = join(folder, 'scratch');
  const none = join(folder, 'none');
  const file = fs.openSync(path, 'w+');
  const on =
    (sync: () => unknown, pool: () => Promise<unknown>): Filler =>
    (isMain) =>
      isMain ? sync() : pool();
  const write = promisify(fs.write);
  const byte = Buffer.from('x');
  return {
    pwrite64: on(
      () => fs.writeSync(file, byte, 0, 1, 0),
      () => write(file, byte, 0, 1, 0),
    ),
    fsync: on(
      () => fs.fsyncSync(file),
      () => promisify(fs.fsync)(file),
    ),
    fdatasync: on(
      () => fs.fdatasyncSync(file),
      () => promisify(fs.fdatasync)(file),
    ),
    ftruncate: on(
      () => fs.ftruncateSync(file, 0),
      () => promisify(fs.ftruncate)(file, 0),
    ),
    rename: on(
      () => fs.renameSync(none, path),
      () => promisify(fs.rename)(none, path),
    ),
    mkdir: on(
      () => fs.mkdirSync(folder),
      () => promisify(fs.mkdir)(folder),
    ),
    unlink: on(
      () => fs.unlinkSync(none),
      () => promisify(fs.unlink)(none),
    ),
    write: on(
      () => fs.writeSync(file, byte),
      () => write(file, byte),
    ),
    openat: on(
      () => fs.closeSync(fs.openSync(path, 'r')),
      async () => promisify(fs.close)(await promisify(fs.open)(path, 'r')),
    ),
  };
}

/** It may be the one that fails. */
async function ignore(call: () => unknown): Promise<void> {
  try {
    await call();
  } catch {
    // Nothing depends on it.
  }
}
