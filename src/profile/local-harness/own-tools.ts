import type { addTodo } from '../../builtin/todo/add-todo.js';
import type { listTodos } from '../../builtin/todo/list-todos.js';
import { openParameters } from '../../tool/parameters.js';
import { todoStatuses } from '../../tool/todo.js';
import type { ResultOf } from '../../tool/view-tool.js';
import type { Views } from '../show-views.js';
import { harnessView } from './harness-view.js';

const nothing = openParameters([], {});

/** LocalHarness' tools for the system and for the model's own list: none of them needs approval. */
export const harnessOwnTools: Views = [
  harnessView('get_current_time', {
    description: 'Get current date and time',
    parameters: nothing,
    toResult: ({ utc }: { readonly utc: string }) => utc,
  }),
  harnessView('get_working_directory', {
    description: 'Get current working directory path',
    parameters: nothing,
    toResult: ({ path }: { readonly path: string }) => path,
  }),
  harnessView('add_task', {
    description: 'Add a new task to track progress',
    parameters: openParameters(['content'], { content: { type: 'string', description: 'Task description' } }),
    toResult: (added: ResultOf<typeof addTodo>) => added.task_id,
  }),
  harnessView('list_tasks', {
    description: 'View all current tasks with their status',
    parameters: nothing,
    toResult: ({ todos }: ResultOf<typeof listTodos>) => todos,
  }),
  harnessView('update_task', {
    description: 'Update task status',
    parameters: openParameters(['task_id', 'status'], {
      task_id: { type: 'string', description: 'Task identifier (e.g., "task_1")' },
      status: { type: 'string', enum: todoStatuses, description: '"pending", "in_progress", or "completed"' },
    }),
  }),
];
