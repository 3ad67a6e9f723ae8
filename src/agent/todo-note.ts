import { renderTodos, type TodoWords } from '../history/render-todos.js';
import type { TodoHost } from '../tool/todo.js';

interface NoteContext {
  readonly words: TodoWords;
  readonly todos: Pick<TodoHost, 'todos'>;
}

/** The most tokens of it: it must leave room in a small context. */
const maxNote = 600;

/** What the model is told of its todos when they have changed; undefined when there are none. */
export const createTodoNote =
  ({ words, todos }: NoteContext) =>
  (): string | undefined =>
    todos.todos.length === 0 ? undefined : `${words.title}\n${renderTodos(todos.todos, words, maxNote)}`;
