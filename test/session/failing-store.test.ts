import { describe, expect, it } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { Store } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { bodies, open, play, writer } from './open.js';

/** A store whose appends fail while `broken` says so. */
function failing(): {
  readonly store: Store;
  readonly inner: Store;
  readonly appends: string[][];
  broken: (types: string[]) => boolean;
} {
  const inner = createMemoryStore();
  const control = {
    inner,
    appends: [] as string[][],
    broken: (_types: string[]): boolean => false,
    store: {
      ...inner,
      append: async (stream: string, events: Parameters<Store['append']>[1]) => {
        const types = events.map(({ type }) => type);
        if (control.broken(types))
          throw new ToolwrightError('store-unavailable', 'the disk is gone; free some space and go on');
        control.appends.push(types);
        return inner.append(stream, events);
      },
    },
  };
  return control;
}

const write = { calls: [{ name: 'writer', arguments: { path: 'x' } }] };

describe('a store that fails', () => {
  it('keeps a call from running, loses nothing, and the session goes on when it works again', async () => {
    verifies('design.durability.started-first', 'core.bad-input.store-full', 'core.bad-input.usable-after');
    const control = failing();
    const { tool, runs } = writer();
    const session = await open([write, write, { text: 'done' }], { tools: [tool], mode: 'edit', store: control.store });
    control.broken = (types) => types.includes('call-started');
    expect(await session.send('go').result).toMatchObject({
      reason: 'store-failed',
      message: expect.stringContaining('free some space'),
    });
    expect(runs).toEqual([]);
    control.broken = () => false;
    expect((await session.send('again').result).text).toBe('done');
    expect(runs).toEqual(['x']);
    const stored = await control.inner.read(session.id);
    expect(stored.filter(({ type }) => type === 'call-started')).toHaveLength(2);
    expect(
      stored.filter(({ type }) => type === 'call-settled').map(({ body }) => (body as { errorType: string }).errorType),
    ).toEqual(['io_error', 'none']);
    expect(await control.inner.verify(session.id)).toMatchObject({ ok: true });
  });

  it('is found out before the model is asked', async () => {
    const control = failing();
    control.broken = () => true;
    const session = await open([{ text: 'never' }], { store: control.store });
    const told: unknown[] = [];
    session.on((event) => told.push(event));
    const turn = session.send('go');
    const { end, types } = await play(turn);
    expect(end).toMatchObject({ reason: 'store-failed', rounds: 0 });
    expect(types).toEqual([]);
    // Whoever only watches hears that the turn is over.
    expect(told).toEqual([{ type: 'turn-lost', turnId: turn.turnId, message: end.message, end }]);
    expect(session.requests).toHaveLength(0);
    control.broken = () => false;
  });

  it('never asks a person about what it could not record', async () => {
    const control = failing();
    const { tool, runs } = writer();
    control.broken = (types) => types.includes('approval-requested');
    const session = await open([write, { text: 'x' }], {
      tools: [tool],
      store: control.store,
      onQuestion: () => ({ choice: 'once' }),
    });
    expect(await session.send('go').result).toMatchObject({ reason: 'store-failed' });
    expect(runs).toEqual([]);
    expect(session.questions).toEqual([]);
    control.broken = () => false;
  });

  it('is written to once for all that happens in one moment', async () => {
    const control = failing();
    const { tool } = writer();
    const session = await open([write, { text: 'done' }], { tools: [tool], mode: 'edit', store: control.store });
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'call-settled')).toHaveLength(1);
    expect(control.appends[0]).toEqual(['session-opened', 'turn-started', 'message-received']);
    expect(control.appends.flat().filter((type) => type === 'call-settled')).toHaveLength(1);
    // A call's start is stored before its effect, its end after it.
    const started = control.appends.findIndex((types) => types.includes('call-started'));
    expect(control.appends[started]).not.toContain('call-settled');
  });
});
