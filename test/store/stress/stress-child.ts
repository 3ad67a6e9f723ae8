import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { isToolwrightError } from '../../../src/base/error.js';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { openSession } from '../../../src/session/session.js';
import { openSqliteStore } from '../../../src/store/sqlite.js';
import type { Store } from '../../../src/store/store.js';

/**
 * Uses a store and says what was acknowledged, in the moment it was. Whatever fails is told, by its code when it is one of
 * Toolwright's; the script then goes on.
 */
export interface StressOrder {
  readonly folder: string;
  readonly script: 'appends' | 'blobs' | 'changes';
  readonly durable: boolean;
}

const order = JSON.parse(process.argv[2] ?? '{}') as StressOrder;
process.on('unhandledRejection', (reason) => {
  say(`unhandled ${String(reason)}`);
  process.exit(9);
});
say('started');
const store = await attempt(() =>
  openSqliteStore({ path: join(order.folder, 'deep', 'store.db'), durable: order.durable }),
);
if (store !== undefined) {
  if (order.script === 'appends') await appends(store);
  if (order.script === 'blobs') await blobs(store);
  if (order.script === 'changes') await changes(store);
  await attempt(() => store.close());
}
say('ended');

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

async function changes(store: Store): Promise<void> {
  const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } });
  const model = scriptedModel([
    { calls: [write('old.txt', 'new\n'.repeat(50))] },
    { calls: [write('made.txt', 'made\n'.repeat(50))] },
    { text: 'done' },
  ]);
  const session = await attempt(() =>
    openSession({ model, store, workspace: join(order.folder, 'work'), mode: 'edit', durable: order.durable }),
  );
  if (session === undefined) return;
  session.on((event) => {
    if ('seq' in event) say(`acked ${session.id} ${event.seq} ${event.hash}`);
    if (event.type === 'change-applied') for (const { path } of event.body.paths) say(`changed ${path}`);
  });
  // Nobody is there to free some space.
  setTimeout(() => session.cancel(), 3000).unref();
  const end = await attempt(() => session.send('go').result);
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

function say(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(1, bytes, done);
    } catch (thrown) {
      if (!['EAGAIN', 'EINTR'].includes((thrown as { code?: string }).code ?? '')) throw thrown;
    }
  }
}
