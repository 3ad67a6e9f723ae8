import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail } from '../../tool/outcome.js';
import { type Todo, todoStatuses } from '../../tool/todo.js';
import { traits } from '../traits.js';
import { maxContent, maxTodos, nextId, nextTodo, noList, progressOf } from './todo-list.js';

export const todoUpdate = defineTool({
  ...traits.keepTodos,
  name: 'todo_update',
  title: 'Write the list of todos',
  description:
    'Puts your whole list of todos in the place of the one there was, and gives the next open one. An item whose content stays the same keeps its id; one without a status is pending.',
  parameters: objectOf({
    todos: {
      type: 'array',
      maxItems: maxTodos,
      items: objectOf({
        content: { type: 'string', minLength: 1, maxLength: maxContent },
        'status?': { type: 'string', enum: todoStatuses },
      }),
    },
  }),
  result: objectOf({
    /** Of the one to go on with; absent when all are done. */
    'next?': { type: 'string' },
    progress: { type: 'string' },
  }),
  run({ todos: given }, ctx) {
    if (ctx.todos === undefined) return noList();
    const wanted = given.map(({ content, status = 'pending' }) => ({ content: content.trim(), status }));
    if (wanted.some(({ content }) => content === ''))
      return fail('validation_failed', 'A todo has no content. Say of each what is to be done, or leave it out.');
    const todos = withIds(wanted, ctx.todos.todos);
    ctx.todos.change(todos);
    const next = nextTodo(todos);
    return { progress: progressOf({ todos }), ...(next !== undefined && { next: `${next.id}: ${next.content}` }) };
  },
  show: ({ next }) => (next === undefined ? 'All todo complete' : `Next: ${next}`),
  display: ({ progress }) => progress,
});

/** What stands in the old list keeps its id, once; what is new gets the next number. */
export function withIds(wanted: readonly Pick<Todo, 'content' | 'status'>[], old: readonly Todo[]): readonly Todo[] {
  const left = [...old];
  const kept = wanted.map(({ content }) => {
    const at = left.findIndex((todo) => todo.content === content);
    return at === -1 ? undefined : left.splice(at, 1)[0]?.id;
  });
  const taken: Todo[] = [...old];
  return wanted.map(({ content, status }, at) => {
    const todo = { id: kept[at] ?? nextId(taken), status, content };
    taken.push(todo);
    return todo;
  });
}
