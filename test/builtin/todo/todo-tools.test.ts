import { describe, expect, it } from 'vitest';
import { addTodo } from '../../../src/builtin/todo/add-todo.js';
import { listTodos } from '../../../src/builtin/todo/list-todos.js';
import { todoUpdate } from '../../../src/builtin/todo/todo-update.js';
import { updateTodo } from '../../../src/builtin/todo/update-todo.js';
import type { RunContext } from '../../../src/tool/context.js';
import type { Todo } from '../../../src/tool/todo.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

/** A bench with a list, and who changed it last. */
function listBench(todos: readonly Todo[] = []) {
  const list = { todos, changedBy: undefined as string | undefined };
  const { ctx: bare } = createBench();
  const ctx: RunContext = {
    ...bare,
    get todos() {
      return {
        ...list,
        change(changed: readonly Todo[]) {
          list.todos = changed;
          list.changedBy = 'call_test';
        },
      };
    },
  };
  const next = (): void => {
    list.changedBy = 'an earlier call';
  };
  return { ctx, list, next };
}

const todo = (number: number, status: Todo['status'] = 'pending', content = `step ${number}`): Todo => ({
  id: `task_${number}`,
  status,
  content,
});

describe('add_task', () => {
  it('gives ids that count up, and trims', async () => {
    verifies('local-harness.tool.add-task');
    const { ctx, list, next } = listBench();
    expect((await callOk(addTodo, { content: ' read it ' }, ctx)).shown).toBe('{"task_id":"task_1"}');
    next();
    expect((await callOk(addTodo, { content: 'write it' }, ctx)).value).toEqual({ task_id: 'task_2' });
    expect(list.todos).toEqual([todo(1, 'pending', 'read it'), todo(2, 'pending', 'write it')]);
    expect((await callTool(addTodo, { content: ' \n' }, ctx)).failure?.errorType).toBe('validation_failed');
  });

  it('adds nothing twice when it runs again', async () => {
    verifies('dialogue.todos.once');
    const { ctx, list } = listBench([todo(1)]);
    const first = await callOk(addTodo, { content: 'more' }, ctx);
    expect((await callOk(addTodo, { content: 'more' }, ctx)).value).toEqual(first.value);
    expect(list.todos).toHaveLength(2);
  });

  it('refuses more than a list holds', async () => {
    verifies('dialogue.todos.bounds');
    const { ctx, list } = listBench(Array.from({ length: 100 }, (_, at) => todo(at + 1)));
    expect((await callTool(addTodo, { content: 'more' }, ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('todo_update'),
    });
    expect(list.todos).toHaveLength(100);
    const most = addTodo.parameters['properties'] as { content: { maxLength: number } };
    expect(most.content.maxLength).toBe(500);
  });

  it('says so where no list is kept', async () => {
    const { ctx } = createBench();
    const calls = [
      callTool(addTodo, { content: 'x' }, ctx),
      callTool(listTodos, {}, ctx),
      callTool(updateTodo, { task_id: 'task_1', status: 'pending' }, ctx),
      callTool(todoUpdate, { todos: [] }, ctx),
    ];
    for (const { failure } of await Promise.all(calls)) expect(failure?.message).toContain('No list of todos');
  });
});

it('list_tasks gives ids, statuses and contents', async () => {
  verifies('local-harness.tool.list-tasks');
  const todos = [todo(1, 'completed'), todo(2)];
  const { ctx } = listBench(todos);
  const { value } = await callOk(listTodos, {}, ctx);
  expect(value).toEqual({ todos });
  expect(listTodos.display?.(value as never)).toBe('1 of 2 done');
  expect(listTodos.display?.({ todos: [] } as never)).toBe('no todos');
});

describe('update_task', () => {
  it.each(['pending', 'in_progress', 'completed'] as const)('sets %s', async (status) => {
    verifies('local-harness.tool.update-task');
    const { ctx, list } = listBench([todo(1, 'in_progress'), todo(2)]);
    expect((await callOk(updateTodo, { task_id: 'task_1', status }, ctx)).shown).toBe(`task_1 is ${status} now.`);
    expect(list.todos).toEqual([todo(1, status), todo(2)]);
    // What changes nothing is no change.
    expect(list.changedBy).toBe(status === 'in_progress' ? undefined : 'call_test');
  });

  it('fails as not_found for an id that is not there, and says what is', async () => {
    verifies('local-harness.tool.update-task-unknown');
    const { ctx } = listBench([todo(1), todo(12)]);
    expect((await callTool(updateTodo, { task_id: 'task_13', status: 'pending' }, ctx)).failure).toMatchObject({
      errorType: 'not_found',
      message: expect.stringMatching(/no todo "task_13".*list_tasks.*Did you mean task_1/),
    });
    const { ctx: empty } = listBench();
    const { failure } = await callTool(updateTodo, { task_id: 'x', status: 'pending' }, empty);
    expect(failure?.message).toContain('The list is empty');
  });
});

describe('todo_update', () => {
  it('puts the whole list in place and gives the next, or says that all is complete', async () => {
    verifies('seed.tool.todo-update', 'seed.registry.todo-update');
    const { ctx, list } = listBench([todo(1), todo(2)]);
    const todos = [
      { content: 'step 2', status: 'completed' },
      { content: 'new', status: 'in_progress' },
      { content: 'step 1' },
    ];
    expect((await callOk(todoUpdate, { todos }, ctx)).shown).toBe('Next: task_1: step 1');
    expect(list.todos).toEqual([todo(2, 'completed'), todo(3, 'in_progress', 'new'), todo(1)]);
    const begun = [{ content: 'new', status: 'in_progress' }];
    expect((await callOk(todoUpdate, { todos: begun }, ctx)).shown).toBe('Next: task_3: new');
    const done = [{ content: 'new', status: 'completed' }];
    expect((await callOk(todoUpdate, { todos: done }, ctx)).shown).toBe('All todo complete');
    expect((await callOk(todoUpdate, { todos: [] }, ctx)).shown).toBe('All todo complete');
    expect(todoUpdate.group).toBe('edit');
    expect(list.todos).toEqual([]);
  });

  it('gives each of several alike an id of its own', async () => {
    const { ctx, list } = listBench([todo(1, 'pending', 'same')]);
    await callOk(todoUpdate, { todos: [{ content: 'same' }, { content: 'same' }] }, ctx);
    expect(list.todos.map(({ id }) => id)).toEqual(['task_1', 'task_2']);
    const { failure } = await callTool(todoUpdate, { todos: [{ content: ' ' }] }, ctx);
    expect(failure?.errorType).toBe('validation_failed');
  });
});
