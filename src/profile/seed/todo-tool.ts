import { defined } from '../../base/defined.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { todoStatuses } from '../../tool/todo.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';

/** Puts a whole list in the place of the one there was. */
export const todoUpdate = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'todoUpdate',
    description: 'Replaces your list of todos by the whole one you give, and tells the next pending one.',
    parameters: {
      type: 'object',
      properties: {
        todos: {
          type: 'array',
          maxItems: 100,
          items: {
            type: 'object',
            properties: {
              content: { type: 'string', minLength: 1, maxLength: 500 },
              status: { type: 'string', enum: todoStatuses },
            },
            required: ['content'],
          },
        },
      },
      required: ['todos'],
    },
    toArguments: ({ todos }) => ({
      todos: todos.map(({ content, status }) => ({ content, ...defined({ status }) })),
    }),
    toResult(result: { readonly next?: string; readonly progress: string } | ToolFailure) {
      if (isFailure(result)) return result;
      const { next, progress } = result;
      return { message: next === undefined ? 'All todo complete' : `Next: ${next}`, progress };
    },
  });
