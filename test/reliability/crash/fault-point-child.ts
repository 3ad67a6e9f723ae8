// Loaded ahead of a child's program: makes every call that changes something outside the process a fault point, named
// after itself and the function that makes it. The child kills itself, as hard as can be, ahead of the hit it is told.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { callerOf, type FaultPoint } from './caller-of.js';
import type { CrashOrder } from './crash-order.js';

type AnyFunction = (...args: never[]) => unknown;

const order = JSON.parse(process.argv[2] ?? '{}') as CrashOrder;
const hits = new Map<string, number>();

/** The program names points of its own, too: events that were told, requests to the model. */
const faultPoint: FaultPoint = (name) => {
  const hit = (hits.get(name) ?? 0) + 1;
  hits.set(name, hit);
  if (order.kill?.point === name && order.kill.hit === hit) process.kill(process.pid, 'SIGKILL');
};
(globalThis as { faultPoint?: FaultPoint }).faultPoint = faultPoint;

const { writeFileSync } = fs;
const { countHits } = order;
if (countHits !== undefined) {
  process.on('exit', () => writeFileSync(countHits, JSON.stringify(Object.fromEntries(hits))));
}
if (order.killAfterMs !== undefined) setTimeout(() => process.kill(process.pid, 'SIGKILL'), order.killAfterMs).unref();

function watch(holder: object, name: string, label: (args: readonly unknown[]) => string | undefined): void {
  const object = holder as Record<string, AnyFunction | undefined>;
  const given = object[name];
  if (given === undefined) return;
  object[name] = function watched(this: unknown, ...args: never[]) {
    const said = label(args);
    // What it tells its parent changes nothing.
    if (said !== undefined && (args[0] as unknown) !== process.stdout.fd) faultPoint(`${said} in ${callerOf()}`);
    return given.apply(this as never, args);
  };
}

const changing = ['write', 'writeFile', 'appendFile', 'rename', 'link', 'symlink', 'unlink', 'rm', 'rmdir', 'mkdir'];
changing.push('copyFile', 'chmod', 'fchmod', 'chown', 'fchown', 'truncate', 'ftruncate', 'utimes', 'futimes');
changing.push('lutimes');
// A kill leaves what was written, put on disk or not: waiting for the disk would only take time.
fs.fsyncSync = () => {};
fs.fsync = ((_descriptor: number, done: (error: null) => void) => setImmediate(done, null)) as never;
for (const name of changing) {
  watch(fs, `${name}Sync`, () => name);
  watch(fs, name, () => name);
  watch(fs.promises, name, () => name);
}

const creates = (flags: unknown): boolean =>
  typeof flags === 'string' ? /[wax]/.test(flags) : typeof flags === 'number' && (flags & fs.constants.O_CREAT) > 0;
const opening = ([, flags]: readonly unknown[]): string | undefined => (creates(flags) ? 'create' : undefined);
watch(fs, 'openSync', opening);
watch(fs.promises, 'open', opening);
watch(childProcess, 'spawn', () => 'spawn');
syncBuiltinESMExports();

/** The methods of the handles that `fs.promises.open` gives. */
const probe = await fs.promises.open('/dev/null');
const handles = Object.getPrototypeOf(probe) as Record<string, unknown>;
for (const name of ['write', 'writeFile', 'truncate', 'chmod', 'chown', 'utimes']) {
  watch(handles, name, () => `handle.${name}`);
}
handles['sync'] = async () => {};
await probe.close();
