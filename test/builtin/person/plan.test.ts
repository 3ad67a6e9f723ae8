import { expect, it } from 'vitest';
import { createPlanTool, planTool } from '../../../src/builtin/person/plan.js';
import { fail, type ToolFailure } from '../../../src/tool/outcome.js';
import type { Review } from '../../../src/tool/port.js';
import type { Todo } from '../../../src/tool/todo.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

function reviewer(review: Review | ToolFailure) {
  const shown: string[] = [];
  const lists: (readonly Todo[])[] = [];
  const { ctx } = createBench({
    ask: {
      present: true,
      ask: async () => ({ text: 'unused' }),
      fill: async () => fail('permission_denied', 'unused'),
      async review(plan) {
        shown.push(plan);
        return review;
      },
    },
    todos: { todos: [], changedBy: undefined, change: (todos) => void lists.push(todos) },
  });
  return { ctx, shown, lists };
}

const proposal = { title: ' Tidy up ', steps: ['Look\naround', 'Sweep'], notes: 'Mind the cat.\n' };

it('puts the plan to the person, and makes its steps the todos when they accept', async () => {
  verifies('dialogue.plan.review', 'dialogue.plan.todos');
  const { ctx, shown, lists } = reviewer({ verdict: 'accepted', mode: 'edit' });
  const called = await callOk(planTool, proposal, ctx);
  expect(shown).toEqual(['Tidy up\n1. Look\n   around\n2. Sweep\nMind the cat.']);
  expect(called.shown).toContain('accepted, and its steps are your todos. The mode is edit.');
  expect(planTool.display?.(called.value as never)).toBe('accepted, 2 steps, mode edit');
  expect(lists).toEqual([
    [
      { id: 'task_1', status: 'pending', content: 'Look\naround' },
      { id: 'task_2', status: 'pending', content: 'Sweep' },
    ],
  ]);
  const { ctx: still } = reviewer({ verdict: 'accepted', mode: 'plan' });
  expect((await callOk(planTool, proposal, still)).shown).toContain('The mode still is plan: only reading');
});

it('hands back what shall be changed, and a rejection as a denial', async () => {
  verifies('dialogue.plan.review');
  const changed = reviewer({ verdict: 'changed', text: 'sweep first' });
  const { shown, value } = await callOk(planTool, proposal, changed.ctx);
  expect(shown).toContain('wants the plan changed: sweep first');
  expect(planTool.display?.(value as never)).toBe('to be changed: sweep first');
  const rejected = reviewer(fail('permission_denied', 'The person rejected the plan.'));
  expect((await callTool(planTool, proposal, rejected.ctx)).failure?.errorType).toBe('permission_denied');
  expect([...changed.lists, ...rejected.lists]).toEqual([]);
});

it('asks nobody with auto review', async () => {
  verifies('dialogue.plan.no-person');
  const { ctx, shown, lists } = reviewer(fail('internal_error', 'asked'));
  expect((await callOk(createPlanTool({ review: 'auto' }), proposal, ctx)).value).toEqual({
    verdict: 'accepted',
    steps: 2,
  });
  expect(shown).toEqual([]);
  expect(lists).toHaveLength(1);
});

it('refuses a plan with an empty step before anyone is asked', async () => {
  const { ctx, shown } = reviewer({ verdict: 'accepted', mode: 'ask' });
  for (const wrong of [
    { title: 'x', steps: [' '] },
    { title: ' ', steps: ['x'] },
  ])
    expect((await callTool(planTool, wrong, ctx)).failure?.errorType).toBe('validation_failed');
  expect(shown).toEqual([]);
});
