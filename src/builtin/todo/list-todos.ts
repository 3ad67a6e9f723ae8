import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { todoStatuses } from '../../tool/todo.js';
import { traits } from '../traits.js';
import { noList, progressOf } from './todo-list.js';

export const listTodos = defineTool({
  ...traits.keepTodos,
  name: 'list_tasks',
  title: 'List the todos',
  description: 'Lists your own todos with id, status and content.',
  parameters: objectOf({}),
  result: objectOf({
    todos: {
      type: 'array',
      items: objectOf({
        id: { type: 'string' },
        status: { type: 'string', enum: todoStatuses },
        content: { type: 'string' },
      }),
    },
  }),
  run: (_args, ctx) => (ctx.todos === undefined ? noList() : { todos: ctx.todos.todos }),
  display: (listed) => (listed.todos.length === 0 ? 'no todos' : progressOf(listed)),
});
