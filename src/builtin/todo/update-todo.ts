import { nearest } from '../../base/nearest.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { type Todo, todoStatuses } from '../../tool/todo.js';
import { traits } from '../traits.js';
import { noList } from './todo-list.js';

export const updateTodo = defineTool({
  ...traits.keepTodos,
  name: 'update_task',
  title: 'Update a todo',
  description:
    'Sets the status of one of your todos: in_progress when you begin it, completed as soon as it is done, pending to put it back.',
  parameters: objectOf({
    task_id: { type: 'string', minLength: 1, maxLength: 40 },
    status: { type: 'string', enum: todoStatuses },
  }),
  result: objectOf({ task_id: { type: 'string' }, status: { type: 'string', enum: todoStatuses } }),
  run({ task_id: id, status }, ctx) {
    const list = ctx.todos;
    if (list === undefined) return noList();
    const { todos } = list;
    const found = todos.find((todo) => todo.id === id);
    if (found === undefined) return unknown(id, todos);
    if (found.status !== status) list.change(todos.map((todo) => (todo === found ? { ...todo, status } : todo)));
    return { task_id: id, status };
  },
  show: ({ task_id: id, status }) => `${id} is ${status} now.`,
  display: ({ task_id: id, status }) => `${id}: ${status}`,
});

function unknown(id: string, todos: readonly Todo[]): ToolFailure {
  const ids = todos.map((todo) => todo.id);
  const near = nearest(id, ids);
  const known =
    ids.length === 0 ? 'The list is empty: add_task adds one.' : `list_tasks gives the ${ids.length} there are.`;
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return fail('not_found', `There is no todo ${JSON.stringify(id)}. ${known}${hint}`);
}
