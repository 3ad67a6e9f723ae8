import { expect, it } from 'vitest';
import { createWriteQueue } from '../../src/store/write-queue.js';

const busy = () => Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });

/** Work that finds the lock taken until it is let go. */
function lock() {
  let taken = true;
  const done: string[] = [];
  const write = (name: string) => () => {
    if (taken) throw busy();
    done.push(name);
    return name;
  };
  const letGo = (): void => {
    taken = false;
  };
  return { done, write, letGo };
}

const queueOf = (timeoutMs: number) =>
  createWriteQueue({ timeoutMs, fail: (thrown) => new Error('told', { cause: thrown }) });

it('answers at once while the lock is free, and tells a failure at once', async () => {
  const queue = queueOf(1000);
  expect(queue.run(() => 7)).toBe(7);
  const broken = new Error('broken');
  expect(() =>
    queue.run(() => {
      throw broken;
    }),
  ).toThrow(expect.objectContaining({ message: 'told', cause: broken }));
  await queue.idle();
});

it('does what waited in its order, before anything that came later', async () => {
  const queue = queueOf(10_000);
  const { done, write, letGo } = lock();
  const waiting = [queue.run(write('a')), queue.run(write('b'))];
  expect(done).toEqual([]);
  letGo();
  const late = queue.run(write('c'));
  expect(done).toEqual([]);
  await queue.idle();
  expect(done).toEqual(['a', 'b', 'c']);
  expect(await Promise.all([...waiting, late])).toEqual(['a', 'b', 'c']);
  expect(queue.run(write('d'))).toBe('d');
});

it('gives up when the lock stays taken, and goes on with the next', async () => {
  const queue = queueOf(30);
  const { done, write, letGo } = lock();
  await expect(queue.run(write('a'))).rejects.toMatchObject({ message: 'told', cause: { errcode: 5 } });
  const broken = queue.run(() => {
    if (done.length === 0) throw busy();
    return 'never';
  });
  const next = queue.run(() => 'next');
  letGo();
  await expect(broken).rejects.toThrow('told');
  expect(await next).toBe('next');
});
