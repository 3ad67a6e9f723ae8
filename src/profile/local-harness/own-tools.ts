import type { Surface } from '../../agent/profile.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { type Todo, todoStatuses } from '../../tool/todo.js';
import type { Tool } from '../../tool/tool.js';
import { harnessView } from './harness-view.js';

/** LocalHarness' tools for the system and for the model's own list: none of them needs approval. */
export function harnessOwnTools(builtin: Parameters<Surface>[0]): readonly Tool[] {
  return [
    ...harnessView(builtin('get_current_time'), {
      name: 'get_current_time',
      description: 'Get current date and time',
      parameters: nothing,
      toArguments: () => ({}),
      toResult: orFailure(({ utc }: { readonly utc: string }) => utc),
    }),
    ...harnessView(builtin('get_working_directory'), {
      name: 'get_working_directory',
      description: 'Get current working directory path',
      parameters: nothing,
      toArguments: () => ({}),
      toResult: orFailure(({ path }: { readonly path: string }) => path),
    }),
    ...harnessView(builtin('add_task'), {
      name: 'add_task',
      description: 'Add a new task to track progress',
      parameters: {
        type: 'object',
        properties: { content: { type: 'string', description: 'Task description' } },
        required: ['content'],
      },
      toArguments: (args) => args,
      toResult: orFailure(({ task_id }: { readonly task_id: string }) => task_id),
    }),
    ...harnessView(builtin('list_tasks'), {
      name: 'list_tasks',
      description: 'View all current tasks with their status',
      parameters: nothing,
      toArguments: () => ({}),
      toResult: orFailure(({ todos }: { readonly todos: readonly Todo[] }) => todos),
    }),
    ...harnessView(builtin('update_task'), {
      name: 'update_task',
      description: 'Update task status',
      parameters: {
        type: 'object',
        properties: {
          task_id: { type: 'string', description: 'Task identifier (e.g., "task_1")' },
          status: { type: 'string', enum: todoStatuses, description: '"pending", "in_progress", or "completed"' },
        },
        required: ['task_id', 'status'],
      },
      toArguments: (args) => args,
    }),
  ];
}

const nothing = { type: 'object', properties: {} } as const;

const orFailure =
  <Given>(shape: (result: Given) => unknown) =>
  (result: Given | ToolFailure): unknown =>
    isFailure(result) ? result : shape(result);
