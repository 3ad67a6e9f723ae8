import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { Todo, TodoPort } from '../../tool/todo.js';

/** Nobody works through more, and the whole list goes into each event. */
export const maxTodos = 100;
export const maxContent = 500;

/** A tool that was handed to a host without a list says so. */
export const noList = (): ToolFailure =>
  fail('internal_error', 'No list of todos is kept here. Keep track of what is left in your answers.');

/** The first number that no todo of the list has. */
export function nextId(todos: readonly Todo[]): string {
  const last = todos.reduce((most, { id }) => Math.max(most, Number(/^task_(\d+)$/.exec(id)?.[1] ?? 0)), 0);
  return `task_${last + 1}`;
}

/** The first that waits, else one that was begun. */
export const nextTodo = (todos: readonly Todo[]): Todo | undefined =>
  todos.find(({ status }) => status === 'pending') ?? todos.find(({ status }) => status === 'in_progress');

/** `2 of 5 done`. */
export const progressOf = ({ todos }: Pick<TodoPort, 'todos'>): string =>
  `${todos.filter(({ status }) => status === 'completed').length} of ${todos.length} done`;
