import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import type { SessionEvent } from '../../../src/session/event.js';
import { openSession } from '../../../src/session/session.js';
import { openSqliteStore } from '../../../src/store/sqlite.js';

/** One of its three folders is a disk of its own that gets full while a turn runs, and has room again a while later. */
export interface FullDiskOrder {
  readonly folder: string;
  readonly full: 'log' | 'blobs' | 'work';
}

export interface FullDiskReport {
  readonly end: string;
  readonly waited: number;
  readonly failedCalls: number;
  readonly okCalls: number;
  readonly lost: number;
  readonly torn: readonly string[];
  readonly verified: boolean;
}

const { folder, full } = JSON.parse(process.argv[2] ?? '{}') as FullDiskOrder;
const work = join(folder, 'work');
const ballast = join(folder, full, 'ballast');
const rounds = 12;
const textOf = (round: number): string => `${round} `.repeat(20_000);
const original = 'original '.repeat(8000);

for (const name of ['log', 'blobs', 'work']) mkdirSync(join(folder, name), { recursive: true });
writeFileSync(join(work, 'old.txt'), original);
const path = join(folder, 'log', 'store.db');
const store = await openSqliteStore({ path, blobsPath: join(folder, 'blobs', 'all') });
const model = scriptedModel([
  ...Array.from({ length: rounds }, (_, round) => ({
    calls: [{ name: 'write_file', arguments: { path: 'old.txt', content: textOf(round) } }],
  })),
  { text: 'done' },
]);
const session = await openSession({ model, store, workspace: work, mode: 'edit' });
const acknowledged: { readonly seq: number; readonly hash: string }[] = [];
const torn: string[] = [];
const seen = { waited: 0, failedCalls: 0, okCalls: 0 };
session.on((event) => {
  if ('seq' in event) acknowledged.push({ seq: event.seq, hash: event.hash });
  watch(event);
});
fill();
const end = await session.send('go').result;
await session.close();
await store.close();

const again = await openSqliteStore({ path, blobsPath: join(folder, 'blobs', 'all') });
const stored = await again.read(session.id);
const report: FullDiskReport = {
  end: end.reason,
  ...seen,
  lost: acknowledged.filter(({ seq, hash }) => stored[seq - 1]?.hash !== hash).length,
  torn,
  verified: (await again.verify(session.id)).ok,
};
await again.close();
writeSync(1, `${JSON.stringify(report)}\n`);

/** Room comes back a while after the first failure. */
function watch(event: SessionEvent): void {
  if (event.type === 'store-waiting') seen.waited += 1;
  if (event.type === 'call-settled') {
    seen[event.body.outcome === 'ok' ? 'okCalls' : 'failedCalls'] += 1;
    const text = readFileSync(join(work, 'old.txt'), 'utf8');
    const whole = [original, ...Array.from({ length: rounds }, (_, round) => textOf(round))];
    if (!whole.includes(text)) torn.push(text.slice(0, 40));
  }
  if ((seen.waited > 0 || seen.failedCalls > 1) && existsSync(ballast))
    setTimeout(() => rmSync(ballast, { force: true }), 100);
}

/** Leaves room for a few rounds; in the workspace for less than a file. */
function fill(): void {
  const { bavail, bsize } = statfsSync(join(folder, full));
  const room = full === 'work' ? 16_000 : 160_000;
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - room)));
}
