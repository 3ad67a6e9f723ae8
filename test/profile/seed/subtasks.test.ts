import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { seedProfile } from '../../../src/profile/seed/seed-profile.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { verifies } from '../../requirements.js';
import { childEvents, createGate, openFamily } from '../../session/child/family.js';
import type { Scripts } from '../../session/child/family-model.js';
import { bodies, play } from '../../session/open.js';
import { call, outputs } from './seed-scene.js';

const open = (scripts: Scripts, options: Partial<SessionOptions> = {}) =>
  openFamily(scripts, { profile: seedProfile, sandbox: 'off', onQuestion: () => ({ choice: 'once' }), ...options });

const create = (tasks: readonly object[], more: object = {}) => ({
  calls: [call('createSubtasks', { tasks, ...more })],
});

/** A task that has two others do parts of it: one may write, and tries to hand on; one may only look, and tries to write. */
async function playFamily() {
  const family = await open({
    'do it': [
      { calls: [call('editFile', { path: 'shared:/early', oldString: '', newString: 'x' })] },
      create([
        { agentId: 'coordinator', title: 'part a', intent: 'write it', priority: 'background' },
        { agentId: 'research', title: 'part b' },
      ]),
      { calls: [call('readFile', { path: 'shared:/a.txt' })] },
      { text: 'done' },
    ],
    'part a': [
      { calls: [call('createSubtasks', { tasks: [{ agentId: 'chat', title: 'deeper' }] })] },
      { calls: [call('editFile', { path: 'shared:/a.txt', oldString: '', newString: 'from a' })] },
      { text: 'Wrote it.\nAll of it.' },
    ],
    'part b': [
      { calls: [call('editFile', { path: 'b.txt', oldString: '', newString: 'b' })] },
      { text: 'Found nothing.' },
    ],
  });
  const { events } = await play(family.session.send('do it'));
  const [early, created, read] = outputs(events);
  // What comes first is begun first, whatever the order it was given in.
  const children = await childEvents(family.store, family.session.id);
  expect(bodies(events, 'child-started').map(({ title }) => title)).toEqual(['part b', 'part a']);
  const settled = children.map((one) => bodies(one, 'call-settled').map(({ name, outcome }) => [name, outcome]));
  const offered = family.model.requests.map(({ toolNames }) => toolNames);
  return { ...family, early, created, read, settled, offered };
}

it('has other agents do tasks, waits for them and tells how each ended', async () => {
  verifies('seed.subtasks.create', 'seed.subtasks.outcomes', 'seed.subtasks.output');
  const { session, created } = await playFamily();
  const taskId = expect.stringMatching(/^ses_/);
  expect(created).toEqual({
    output: {
      groupId: session.id,
      wait: 'all',
      summary: { total: 2, success: 2, error: 0, cancel: 0 },
      tasks: [
        {
          taskId,
          agentId: 'coordinator',
          title: 'part a',
          outcome: 'Success',
          summary: 'Wrote it.',
          finalAssistantMessage: 'Wrote it.\nAll of it.',
        },
        {
          taskId,
          agentId: 'research',
          title: 'part b',
          outcome: 'Success',
          summary: 'Found nothing.',
          finalAssistantMessage: 'Found nothing.',
        },
      ],
    },
    isError: false,
  });
});

it('gives each agent the tools of its groups, and no child those of subtasks', async () => {
  verifies('seed.subtasks.top-level', 'seed.registry.child-without-subtask', 'seed.server.agents');
  const { settled, offered } = await playFamily();
  expect(settled).toEqual([
    [['editFile', 'error']],
    [
      ['createSubtasks', 'error'],
      ['editFile', 'ok'],
    ],
  ]);
  expect(offered.filter((names) => names.includes('createSubtasks'))).toHaveLength(4);
  expect(offered).toContainEqual(['readFile', 'listFiles', 'glob', 'grep']);
  const [whole = []] = offered;
  expect(offered).toContainEqual(whole.filter((name) => name !== 'createSubtasks' && name !== 'listSubtask'));
});

it('opens shared:/ to a task once it has children, and to these', async () => {
  verifies('seed.scopes.shared-members');
  const { session, workspace, early, read, settled } = await playFamily();
  expect(early).toMatchObject({ output: { error: expect.stringContaining('shared:/ is open to the members') } });
  expect(settled[1]).toContainEqual(['editFile', 'ok']);
  expect(read).toEqual({ output: 'from a', isError: false });
  expect(existsSync(join(workspace, 'shared', session.id, 'a.txt'))).toBe(true);
});

it('tells of a child that failed, with its reason', async () => {
  verifies('seed.subtasks.outcomes');
  const { session } = await open({
    'do it': [create([{ agentId: 'chat', title: 'talk' }]), { text: 'done' }],
    talk: [{ failure: { kind: 'unauthorized', message: 'No such key.' } }],
  });
  const { events } = await play(session.send('do it'));
  expect(outputs(events)).toMatchObject([
    {
      output: {
        summary: { total: 1, success: 0, error: 1, cancel: 0 },
        tasks: [{ title: 'talk', outcome: 'Error', failureReason: expect.stringContaining('No such key.') }],
      },
    },
  ]);
});

it('waits 300 s for a child and no longer, while the child goes on', async () => {
  verifies('seed.subtasks.wait-bound', 'seed.subtasks.outcomes');
  const gate = createGate();
  const { session } = await open(
    {
      'do it': [
        create([
          { agentId: 'coordinator', title: 'slow' },
          { agentId: 'chat', title: 'quick' },
        ]),
        { text: 'done' },
      ],
      slow: [{ calls: [call('gate')] }, { text: 'slow done' }],
      quick: [{ text: 'quick done' }],
    },
    // The call of the child may take longer than it is waited for.
    { tools: [{ ...gate.tool, limits: { timeoutMs: 3_600_000 } }] },
  );
  const ends: string[] = [];
  session.on((event) => event.type === 'child-ended' && ends.push(event.body.status));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const turn = play(session.send('do it'));
  try {
    await gate.holds(1);
    await vi.advanceTimersByTimeAsync(299_000);
    expect(ends).toEqual(['done']);
    await vi.advanceTimersByTimeAsync(1000);
  } finally {
    vi.useRealTimers();
  }
  const { events, end } = await turn;
  expect(end.text).toBe('done');
  expect(outputs(events)).toMatchObject([
    {
      output: {
        summary: { total: 2, success: 1, error: 1, cancel: 0 },
        tasks: [
          {
            title: 'slow',
            outcome: 'Error',
            failureReason: 'The subtask timed out after 300000 ms and is still running.',
          },
          { title: 'quick', outcome: 'Success', finalAssistantMessage: 'quick done' },
        ],
      },
    },
  ]);
  gate.open();
  await expect.poll(() => ends).toEqual(['done', 'done']);
});

it('nests no deeper: a child has no tools for subtasks, and calls them in vain', async () => {
  verifies('seed.subtasks.depth', 'seed.subtasks.top-level');
  const { model, store, session } = await open({
    'level 0': [create([{ agentId: 'coordinator', title: 'level 1' }]), { text: 'done' }],
    'level 1': [create([{ agentId: 'coordinator', title: 'level 2' }]), { text: 'one' }],
    'level 2': [{ text: 'never' }],
  });
  await play(session.send('level 0'));
  const child = model.requests.find(({ messages }) => messages[1]?.text === 'level 1');
  expect(child?.toolNames.filter((name) => /ubtask/.test(name))).toEqual([]);
  expect(model.requests.some(({ messages }) => messages[1]?.text === 'level 2')).toBe(false);
  const [events = []] = await childEvents(store, session.id);
  expect(outputs(events)).toMatchObject([{ isError: true }]);
});

it('refuses an agent that is not there, and lists subtasks and agents', async () => {
  verifies('seed.subtasks.unknown-agent', 'seed.subtasks.list', 'seed.subtasks.list-agents', 'seed.subtasks.outcomes');
  const { session } = await open({
    'do it': [
      create([{ agentId: 'nobody', title: 'x' }]),
      create([{ agentId: 'chat', title: 'talk' }], { wait: 'none' }),
      { calls: [call('listSubtask')] },
      { text: 'done' },
    ],
    talk: [{ text: 'Said.' }],
  });
  const { events } = await play(session.send('do it'));
  const [unknown, pending, listed] = outputs(events);
  expect(unknown).toEqual({
    output: {
      error: 'There is no agent "nobody": use coordinator, research, chat.',
      availableAgents: ['coordinator', 'research', 'chat'],
    },
    isError: true,
  });
  expect(pending).toMatchObject({
    output: {
      wait: 'none',
      summary: { total: 1, success: 0, error: 0, cancel: 0 },
      tasks: [{ agentId: 'chat', title: 'talk', outcome: 'Pending' }],
    },
  });
  const { statusCounts, tasks, agents, total } = listed?.output as Record<string, unknown>;
  expect([total, Object.values(statusCounts as object)]).toEqual([1, [1]]);
  expect(tasks).toMatchObject([{ taskId: expect.stringMatching(/^ses_/), agentId: 'chat', title: 'talk' }]);
  expect(['in_progress', 'done']).toContain((tasks as { status: string }[])[0]?.status);
  expect(agents).toEqual([
    {
      agentId: 'coordinator',
      displayName: 'Coordinator',
      description: expect.any(String),
      toolGroups: ['search', 'edit', 'exec', 'meta'],
      isDefault: true,
      isCurrent: true,
    },
    expect.objectContaining({ agentId: 'research', toolGroups: ['search', 'meta'], isDefault: false }),
    expect.objectContaining({ agentId: 'chat', toolGroups: [], isDefault: false }),
  ]);
});

it.each(['cancel', 'pause'] as const)('ends the children at a %s of the parent', async (stop) => {
  verifies('seed.subtasks.parent-aborted', 'seed.subtasks.outcomes');
  const { session, store } = await open({
    'do it': [create([{ agentId: 'coordinator', title: 'long' }]), { text: 'done' }],
    long: [{ calls: [call('runCommand', { command: 'echo up; sleep 30' })] }, { text: 'never' }],
  });
  const off = session.on((event) => {
    // A line of news tells that the child has begun its command.
    if (event.type === 'output-delta') session[stop]();
  });
  const { end } = await play(session.send('do it'));
  off();
  expect(end.reason).toBe(stop === 'cancel' ? 'cancelled' : 'paused');
  await expect
    .poll(async () => bodies((await store.read(session.id)) as never, 'child-ended').map(({ status }) => status))
    .toEqual(['cancelled']);
});
