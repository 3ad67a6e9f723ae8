import { describe, expect, it } from 'vitest';
import type { KeptEvent } from '../../src/change/event.js';
import { createStagedWrites } from '../../src/change/staged-writes.js';
import { createMemoryBlobs } from '../../src/store/memory-blobs.js';
import type { StagedWrite } from '../../src/tool/port.js';

const change = {
  operation: 'create',
  place: { given: 'a.txt', path: '/w/a.txt' },
  content: Buffer.from('new\n'),
  baseHash: undefined,
} as unknown as StagedWrite;

const minute = 60_000;
const noon = 1_000_000_000_000;

/** Processes of one session, one after another: each with its own count of time, by a clock that people set. */
function processes() {
  const blobs = createMemoryBlobs();
  const past: (KeptEvent & { readonly at: number })[] = [];
  return {
    past,
    start(now: number) {
      const time = { now, passed: 0 };
      const clock = { now: () => time.now, monotonic: () => time.passed };
      const record = (event: KeptEvent): void => void past.push({ ...event, at: time.now });
      const shelf = createStagedWrites({ clock, blobs, fsync: 'off', record, past: [...past] });
      return { ...shelf, time, knows: async (token: string) => (await shelf.find(token)) !== undefined };
    },
  };
}

describe('staged writes', () => {
  it('wait for a later process of the session, with what they write', async () => {
    const { start, past } = processes();
    const { token } = await start(noon).keep(change, 'call_1');
    expect(past).toMatchObject([{ type: 'change-kept', body: { callId: 'call_1', given: 'a.txt', token } }]);
    const later = start(noon + minute);
    expect(await later.find(token)).toMatchObject({ token, content: change.content, expiresAt: noon + 10 * minute });
    later.spend(token, 'call_2');
    later.spend(token, 'call_3');
    expect(past.slice(1)).toMatchObject([{ type: 'change-spent', body: { token, callId: 'call_2' } }]);
    expect(await start(noon + 2 * minute).knows(token)).toBe(false);
  });

  it('wait for ten minutes: by the age within a process, by the clock across processes', async () => {
    const { start } = processes();
    const first = start(noon);
    const { token } = await first.keep(change, 'call_1');
    first.time.now += 60 * minute;
    expect(await first.knows(token)).toBe(true);
    first.time.passed = 10 * minute;
    first.time.now = noon;
    expect(await first.knows(token)).toBe(false);
    expect(await start(noon + 10 * minute - 1).knows(token)).toBe(true);
    expect(await start(noon + 10 * minute).knows(token)).toBe(false);
    const later = start(noon + 4 * minute);
    later.time.passed = 6 * minute - 1;
    expect(await later.knows(token)).toBe(true);
    later.time.passed = 6 * minute;
    later.time.now = noon;
    expect(await later.knows(token)).toBe(false);
  });

  it.each([
    ['before it was staged', noon - minute],
    ['before anything that was recorded since', noon + 5 * minute],
  ])('do not come back when the clock is set to a time %s', async (_, now) => {
    const { start, past } = processes();
    const { token } = await start(noon).keep(change, 'call_1');
    if (now > noon) past.push({ type: 'change-spent', body: { token: 'other', callId: 'c' }, at: noon + 12 * minute });
    expect(await start(now).knows(token)).toBe(false);
  });

  it('are at most fifty, also of several processes', async () => {
    const { start } = processes();
    const first = start(noon);
    const tokens: string[] = [];
    for (let at = 0; at < 30; at += 1) tokens.push((await first.keep(change, 'c')).token);
    const second = start(noon + 1);
    for (let at = 0; at < 25; at += 1) tokens.push((await second.keep(change, 'c')).token);
    for (const shelf of [second, start(noon + 2)]) {
      const known = await Promise.all(tokens.map((token) => shelf.knows(token)));
      expect(known).toEqual(tokens.map((_, at) => at >= 5));
    }
  });
});
