import { defined } from '../../base/defined.js';
import { openParameters } from '../../tool/parameters.js';
import { todoStatuses } from '../../tool/todo.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';

/** Puts a whole list in the place of the one there was. */
export const todoUpdate = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'todoUpdate',
    description: 'Replaces your list of todos by the whole one you give, and tells the next pending one.',
    parameters: openParameters(['todos'], {
      todos: {
        type: 'array',
        maxItems: 100,
        items: openParameters(['content'], {
          content: { type: 'string', minLength: 1, maxLength: 500 },
          status: { type: 'string', enum: todoStatuses },
        }),
      },
    }),
    toArguments: ({ todos }) => ({
      todos: todos.map(({ content, status }) => ({ content, ...defined({ status }) })),
    }),
    toResult: ({ next, progress }: { readonly next?: string; readonly progress: string }) => ({
      message: next === undefined ? 'All todo complete' : `Next: ${next}`,
      progress,
    }),
  });
