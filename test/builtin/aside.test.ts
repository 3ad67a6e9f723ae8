import { describe, expect, it } from 'vitest';
import { runInWorker } from '../../src/builtin/aside/run-in-worker.js';
import { verifies } from '../requirements.js';

const { signal } = new AbortController();

describe('work aside', () => {
  it('answers what it comes to, and how it failed', async () => {
    const done = await runInWorker({ source: 'return data.a + 1;', data: { a: 1 }, timeoutMs: 5000, signal });
    expect(done).toEqual({ type: 'done', value: 2 });
    const failed = await runInWorker({ source: 'throw new RangeError("too far");', data: {}, timeoutMs: 5000, signal });
    expect(failed).toEqual({ type: 'failed', name: 'RangeError', message: 'too far' });
    const left = await runInWorker({ source: 'process.exit(0);', data: {}, timeoutMs: 5000, signal });
    expect(left).toMatchObject({ type: 'failed', message: 'it ended without an answer' });
  });

  it('is ended in the middle of a loop, by its deadline and by its signal, and the session goes on', async () => {
    verifies('files.edit.regex-bounded');
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 20);
    const loop = { source: 'for (;;);', data: {} };
    expect(await runInWorker({ ...loop, timeoutMs: 300, signal })).toEqual({ type: 'late' });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    expect(await runInWorker({ ...loop, timeoutMs: 60_000, signal: stop.signal })).toEqual({ type: 'cancelled' });
    expect(await runInWorker({ ...loop, timeoutMs: 60_000, signal: stop.signal })).toEqual({ type: 'cancelled' });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });
});
