import { describe, expect, it } from 'vitest';
import { readSession } from '../../../src/session/sessions.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import {
  createSeedTask,
  nextStatus,
  refusalOf,
  type SeedTaskEvent,
  type SeedTaskStatus,
  seedTaskEvents,
  seedTaskRows,
  seedTaskStatuses,
} from '../../../src/systems/seed/index.js';
import { verifies } from '../../requirements.js';
import { call, openSeed } from './seed-scene.js';

const write = (path: string) => call('editFile', { path, oldString: '', newString: 'x' });

describe('the states of a task', () => {
  it('are seven, and lead to each other only as documented', () => {
    verifies('seed.tasks.events', 'seed.tasks.statuses', 'seed.tasks.transitions', 'seed.tasks.restart-done');
    verifies('seed.tasks.instruction-refused', 'seed.tasks.todo-refused');
    const allowed: Record<SeedTaskStatus, Partial<Record<SeedTaskEvent, SeedTaskStatus>>> = {
      open: { TaskStarted: 'in_progress', TaskCanceled: 'canceled' },
      in_progress: {
        UserInteractionRequested: 'awaiting_user',
        TaskCompleted: 'done',
        TaskFailed: 'failed',
        TaskCanceled: 'canceled',
        TaskPaused: 'paused',
        TaskStarted: 'in_progress',
      },
      awaiting_user: { UserInteractionResponded: 'in_progress', TaskCanceled: 'canceled' },
      paused: { TaskResumed: 'in_progress', TaskCanceled: 'canceled', TaskFailed: 'failed' },
      done: { TaskStarted: 'in_progress' },
      failed: {},
      canceled: {},
    };
    for (const status of seedTaskStatuses) {
      const same: Partial<Record<SeedTaskEvent, SeedTaskStatus>> = {
        ...(status !== 'paused' && status !== 'canceled' && { TaskInstructionAdded: status }),
        ...(status !== 'canceled' && { TaskTodoUpdated: status }),
      };
      const found = seedTaskEvents.flatMap((event) => {
        const next = nextStatus(status, event);
        return next === undefined ? [] : [[event, next]];
      });
      expect([status, Object.fromEntries(found)]).toEqual([status, { ...allowed[status], ...same }]);
    }
    expect([seedTaskEvents.length, seedTaskStatuses.length]).toEqual([11, 7]);
    expect(nextStatus(undefined, 'TaskCreated')).toBe('open');
    expect(nextStatus(undefined, 'TaskStarted')).toBeUndefined();
    expect(refusalOf('canceled', 'TaskTodoUpdated')).toBe('A task that is canceled takes no TaskTodoUpdated.');
  });
});

describe('a session as a task', () => {
  it('is worked on by one worker at a time, in one process and in another', async () => {
    verifies('seed.tasks.mutex');
    const store = createMemoryStore();
    const { session } = await openSeed([{ calls: [call('runCommand', { command: 'sleep 5' })] }], { store });
    const running = session.send('go').result;
    expect(() => session.send('another')).toThrow(expect.objectContaining({ code: 'session-busy' }));
    await expect(openSeed([], { store, session: session.id })).rejects.toMatchObject({ code: 'session-leased' });
    session.cancel();
    await running;
  });

  it('is asked about, done, started again and told in rows', async () => {
    verifies('seed.tasks.store', 'seed.tasks.restart-done', 'seed.output.confirmation');
    const store = createMemoryStore();
    const todos = call('todoUpdate', { todos: [{ content: 'write it' }] });
    const { session } = await openSeed(
      [{ calls: [todos] }, { calls: [write('public:/a')] }, { text: 'made' }, { text: 'again' }],
      { store, actor: 'ann', onAsk: 'person' },
    );
    const task = createSeedTask(session);
    expect(task.status).toBe('open');
    session.on((event) => {
      if (event.type !== 'approval-requested') return;
      expect(task.status).toBe('awaiting_user');
      expect(() => task.respond({ interactionId: 'ui_other', selectedOptionId: 'approve' })).toThrow('is open');
      const { interactionId = '' } = task.pending ?? {};
      queueMicrotask(() => task.respond({ interactionId, selectedOptionId: 'approve' }));
    });
    await task.start('do it');
    expect(task.status).toBe('done');
    await task.instruct('once more');
    const rows = seedTaskRows([await readSession(store, session.id)]);
    expect(rows.map(({ type }) => type)).toEqual([
      'TaskCreated',
      'TaskStarted',
      'TaskTodoUpdated',
      'UserInteractionRequested',
      'UserInteractionResponded',
      'TaskCompleted',
      'TaskStarted',
      'TaskInstructionAdded',
      'TaskCompleted',
    ]);
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ seq }) => seq));
    const interactionId = expect.stringMatching(/^ui_[a-z0-9]{12}$/);
    expect(rows[3]).toEqual({
      id: 4,
      streamId: session.id,
      seq: 4,
      type: 'UserInteractionRequested',
      payload: expect.objectContaining({ interactionId, purpose: 'confirm_risky_action', authorActorId: 'ann' }),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(rows[4]?.payload).toMatchObject({ interactionId, selectedOptionId: 'approve' });
    expect(task.events.map(({ type }) => type)).toEqual(rows.map(({ type }) => type));
  });

  it('refuses what its status does not take, and is final when it is canceled or has failed', async () => {
    verifies('seed.tasks.instruction-refused', 'seed.tasks.transitions', 'seed.tasks.resume');
    const { session } = await openSeed([
      { calls: [call('runCommand', { command: 'echo up; sleep 30' })] },
      { calls: [call('runCommand', { command: 'echo up; sleep 30' })] },
    ]);
    const task = createSeedTask(session);
    await expect(task.resume()).rejects.toThrow('A task that is open takes no TaskResumed.');
    const atOutput = (what: () => void) => {
      const stop = session.on((event) => {
        if (event.type !== 'output-delta') return;
        stop();
        what();
      });
    };
    atOutput(() => task.pause());
    await task.start('go');
    expect(task.status).toBe('paused');
    await expect(task.instruct('more')).rejects.toThrow('resume it first');
    atOutput(() => task.cancel());
    await task.resume();
    expect(task.status).toBe('canceled');
    await expect(task.instruct('more')).rejects.toThrow('A task that is canceled takes no TaskInstructionAdded.');
    await expect(task.start('go')).rejects.toThrow('A task that is canceled takes no TaskStarted.');
    // The session itself can be gone on with: that is another task.
    await session.send('anew').result;
    expect([task.taskId, task.status]).toEqual([`${session.id}.2`, 'failed']);
  });
});
