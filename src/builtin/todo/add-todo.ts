import { firstLine } from '../../base/text.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail } from '../../tool/outcome.js';
import { traits } from '../traits.js';
import { maxContent, maxTodos, nextId, noList } from './todo-list.js';

export const addTodo = defineTool({
  ...traits.keepTodos,
  name: 'add_task',
  title: 'Add a todo',
  description: 'Adds one item to your own list of todos, to keep track of work of several steps. Gives its id.',
  parameters: objectOf({ content: { type: 'string', minLength: 1, maxLength: maxContent } }),
  result: objectOf({ task_id: { type: 'string' } }),
  run({ content: given }, ctx) {
    const list = ctx.todos;
    if (list === undefined) return noList();
    const { todos, changedBy } = list;
    const content = given.trim();
    if (content === '') return fail('validation_failed', 'The content is empty. Say what is to be done.');
    // Run again after a crash: what it had added is there.
    const added = changedBy === ctx.session.callId ? todos.at(-1) : undefined;
    if (added !== undefined) return { task_id: added.id };
    if (todos.length >= maxTodos)
      return fail(
        'validation_failed',
        `The list holds ${maxTodos} todos, which is the most. Put it together anew with todo_update.`,
      );
    const id = nextId(todos);
    list.change([...todos, { id, status: 'pending', content }]);
    return { task_id: id };
  },
  display: ({ task_id: id }) => `added ${firstLine(id, 40)}`,
});
