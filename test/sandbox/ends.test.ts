import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { confined, countRunning, runIn, untilNone, untilSome } from './confined.js';

let count = 0;
/** A time to sleep that no other process has: it tells those of one test from all others. */
const mark = (): string => {
  count += 1;
  return `86${String(process.pid).padStart(7, '0')}.${count}`;
};

describe.skipIf(needs('bwrap'))('the end of a confined command', () => {
  const stubborn: readonly [string, (sleep: string) => string][] = [
    ['forks twice', (sleep) => `(${sleep} &) ; (setsid ${sleep} &) ; ${sleep}`],
    ['leaves its session', (sleep) => `setsid setsid ${sleep} & setsid bash -c '${sleep}; true' & ${sleep}`],
    ['ignores TERM', (sleep) => `trap '' TERM HUP INT; ${sleep} & while :; do ${sleep}; done`],
    ['holds the pipe from afar', (sleep) => `setsid nohup bash -c 'trap "" TERM; ${sleep}' & disown; ${sleep}`],
    [
      'is stopped',
      (sleep) => `${sleep} & setsid ${sleep} & sleep 0.1; kill -STOP -- $(jobs -p); kill -STOP $$; ${sleep}`,
    ],
    ['forks without end', (sleep) => `trap '' TERM; while :; do (${sleep} &) ; sleep 0.01; done`],
  ];

  it.each(stubborn)('comes for what %s within 3 s of the deadline', async (_, line) => {
    verifies('sandbox.end.deadline');
    const time = mark();
    const box = confined({ limits: { processes: 100 } });
    const running = runIn(box, line(`sleep ${time}`), { timeoutMs: 2000 });
    expect(await untilSome(time, 1900)).toBeGreaterThan(0);
    const ran = await running;
    expect(ran.end.state).toBe('timed-out');
    expect(ran.ms).toBeLessThan(5000);
    expect(countRunning(time)).toBe(0);
  });

  it('is asked for first, so that it can clean up', async () => {
    verifies('sandbox.end.grace');
    const box = confined();
    const line = "trap 'echo bye; echo done > cleaned; exit 0' TERM; sleep 300 & wait";
    expect(await runIn(box, line, { timeoutMs: 400 })).toMatchObject({ end: { state: 'timed-out' }, stdout: 'bye\n' });
    expect(readFileSync(join(box.root, 'cleaned'), 'utf8')).toBe('done\n');
  });

  it('takes along what it left running, and is told at once', async () => {
    verifies('sandbox.end.background');
    const time = mark();
    const line = `sleep ${time} & setsid sleep ${time} >/dev/null 2>&1 </dev/null & (sleep ${time} &); echo done`;
    const ran = await runIn(confined(), line);
    expect(ran).toMatchObject({ end: { state: 'exited', exitCode: 0 }, stdout: 'done\n' });
    expect(countRunning(time)).toBe(0);
    expect(ran.ms).toBeLessThan(1500);
  });

  it('leaves no time for a last write', async () => {
    verifies('sandbox.end.background');
    const box = confined();
    await runIn(box, 'setsid bash -c "while :; do echo x >> log; done" & sleep 0.2');
    const size = readFileSync(join(box.root, 'log')).length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(readFileSync(join(box.root, 'log'))).toHaveLength(size);
  });

  it('comes when it is cancelled', async () => {
    verifies('sandbox.end.cancel');
    const time = mark();
    const controller = new AbortController();
    const running = runIn(confined(), `trap '' TERM; setsid sleep ${time} & sleep ${time}`, {
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 400);
    const ran = await running;
    expect(ran.end).toEqual({ state: 'cancelled' });
    expect(ran.ms).toBeLessThan(3400);
    expect(countRunning(time)).toBe(0);
    expect((await runIn(confined(), 'echo never', { signal: controller.signal })).end).toEqual({ state: 'cancelled' });
  });

  it('can be cancelled before it has begun', async () => {
    verifies('sandbox.end.cancel');
    const time = mark();
    const controller = new AbortController();
    const box = confined();
    await box.port.prepare?.();
    const running = runIn(box, `sleep ${time}`, { signal: controller.signal });
    setImmediate(() => controller.abort());
    expect((await running).end).toEqual({ state: 'cancelled' });
    expect(await untilNone(time, 1000)).toBe(0);
  });

  it('tells how it ended', async () => {
    const box = confined();
    expect((await runIn(box, 'exit 3')).end).toEqual({ state: 'exited', exitCode: 3 });
    expect((await runIn(box, 'kill -SEGV $$')).end).toEqual({ state: 'exited', exitCode: 128 + 11 });
  });
});
