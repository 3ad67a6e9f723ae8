import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore } from '../../src/store/sqlite.js';
import { say } from '../support/say.js';

const [command, path = '', stream = '', count = '0', kind = ''] = process.argv.slice(2);

const store = await openSqliteStore({ path, durable: kind === 'durable' });
if (command === 'append-for') {
  const end = performance.now() + Number(count);
  let appends = 0;
  let longestMs = 0;
  for (let now = performance.now(); now < end; ) {
    await store.append(stream, [{ type: 'counted', body: { appends, text: 'x'.repeat(500) } }]);
    appends += 1;
    const next = performance.now();
    longestMs = Math.max(longestMs, next - now);
    now = next;
  }
  say(JSON.stringify({ appends, longestMs }));
  await store.close();
}
if (command === 'append-forever') {
  for (let number = 1; ; ) {
    const batch = Array.from({ length: 1 + (number % 3) }, () => ({ type: 'counted', body: { number: number++ } }));
    const stored = await store.append(stream, batch);
    say(`stored ${stored.at(-1)?.seq}`);
  }
}
if (command === 'append') {
  for (let number = 1; number <= Number(count); number += 1) {
    await store.append(stream, [{ type: 'counted', body: { by: process.pid, number } }]);
  }
  await store.close();
}
if (command === 'write-blob') {
  say(await store.blobs.write(stream));
  await store.close();
}
if (command === 'write-blobs-forever') {
  for (let number = 1; ; number += 1) say(await store.blobs.write(`${number} `.repeat(100_000)));
}
if (command === 'lease') {
  await store.lease(stream);
  say('held');
  await sleep(600_000);
}
