import { defineTool } from '../../tool/define-tool.js';
import { todoStatuses } from '../../tool/todo.js';
import { noList, progressOf, todoTraits } from './todo-traits.js';

export const listTodos = defineTool({
  ...todoTraits,
  name: 'list_tasks',
  title: 'List the todos',
  description: 'Lists your own todos with id, status and content.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  result: {
    type: 'object',
    properties: {
      todos: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            status: { type: 'string', enum: todoStatuses },
            content: { type: 'string' },
          },
          required: ['id', 'status', 'content'],
          additionalProperties: false,
        },
      },
    },
    required: ['todos'],
    additionalProperties: false,
  },
  run: (_args, ctx) => (ctx.todos === undefined ? noList() : { todos: ctx.todos.todos }),
  display: (listed) => (listed.todos.length === 0 ? 'no todos' : progressOf(listed)),
});
