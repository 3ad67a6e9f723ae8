import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isToolwrightError } from '../../../src/base/error.js';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { openSession } from '../../../src/session/session.js';
import { openSqliteStore } from '../../../src/store/sqlite.js';
import type { Store } from '../../../src/store/store.js';
import { say } from '../../support/say.js';
import { type Aim, type AimOptions, createAim } from './call-aim.js';

/**
 * Uses a store and says what was acknowledged, in the moment it was. Whatever fails is told, by its code when it is one of
 * Toolwright's; the script then goes on.
 */
export interface StressOrder {
  readonly folder: string;
  readonly script: 'appends' | 'blobs' | 'changes';
  readonly durable: boolean;
  /** So often, each time in a folder of its own below, named by a number from 0 on; once, in the folder itself, when absent. */
  readonly times?: number;
  /** Which call is to fail each time, from the second time on: the first loads what the others have then. */
  readonly aim?: Omit<AimOptions, 'folder'> & { readonly at: readonly Aim[] };
}

const order = JSON.parse(process.argv[2] ?? '{}') as StressOrder;
process.on('unhandledRejection', (reason) => {
  say(`unhandled ${String(reason)}`);
  process.exit(9);
});
say('started');
if (order.times === undefined) await run(order.folder);
const aimAt = order.aim && (await createAim({ ...order.aim, folder: join(order.folder, 'aim') }));
for (let time = 0; time < (order.times ?? 0); time += 1) {
  const aim = order.aim?.at[time - 1];
  if (aim !== undefined) await aimAt?.(aim);
  say(`time ${time}`);
  markTime(time);
  await run(join(order.folder, String(time)));
}
say('ended');

async function run(folder: string): Promise<void> {
  const store = await attempt(() =>
    openSqliteStore({ path: join(folder, 'deep', 'store.db'), durable: order.durable }),
  );
  if (store === undefined) return;
  if (order.script === 'appends') await appends(store);
  if (order.script === 'blobs') await blobs(store);
  if (order.script === 'changes') await changes(store, folder);
  await attempt(() => store.close());
}

/** A system call that nothing else makes: it tells in a trace what belongs to which time. */
function markTime(time: number): void {
  try {
    readlinkSync(`/time-${time}`);
  } catch {
    // There is no such link.
  }
}

async function appends(store: Store): Promise<void> {
  const write = async (stream: string): Promise<void> => {
    for (let number = 0; number < 6; number += 1) {
      const events = Array.from({ length: 1 + (number % 3) }, () => ({ type: 'counted', body: 'x'.repeat(700) }));
      const stored = await attempt(() => store.append(stream, events));
      if (stored !== undefined) say(`acked ${stream} ${stored.at(-1)?.seq} ${stored.at(-1)?.hash}`);
    }
  };
  await Promise.all(['ses_a', 'ses_b', 'ses_c'].map(write));
}

async function blobs(store: Store): Promise<void> {
  for (const [at, fsync] of (['full', 'on', 'off', 'full'] as const).entries()) {
    const address = await attempt(() => store.blobs.write(`${at} `.repeat(at === 3 ? 60_000 : 200), { fsync }));
    if (address === undefined) continue;
    say(`blob ${address}`);
    const stored = await attempt(() => store.append('ses_a', [{ type: 'named', body: { address } }]));
    if (stored !== undefined) say(`acked ses_a ${stored[0]?.seq} ${stored[0]?.hash}`);
  }
}

async function changes(store: Store, folder: string): Promise<void> {
  const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } });
  const model = scriptedModel([
    { calls: [write('old.txt', 'new\n'.repeat(50))] },
    { calls: [write('made.txt', 'made\n'.repeat(50))] },
    { text: 'done' },
  ]);
  const session = await attempt(() =>
    openSession({ model, store, workspace: join(folder, 'work'), mode: 'edit', durable: order.durable }),
  );
  if (session === undefined) return;
  session.on((event) => {
    if ('seq' in event) say(`acked ${session.id} ${event.seq} ${event.hash}`);
    if (event.type === 'change-applied') for (const { path } of event.body.paths) say(`changed ${path}`);
  });
  // Nobody is there to free some space.
  const timer = setTimeout(() => session.cancel(), 3000);
  const end = await attempt(() => session.send('go').result);
  clearTimeout(timer);
  say(`end ${end?.reason}`);
  await attempt(() => session.close());
}

async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    say(isToolwrightError(thrown) ? `failed ${thrown.code}` : `untyped ${String(thrown)}`);
    return undefined;
  }
}
