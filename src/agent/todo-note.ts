import type { History } from '../history/history.js';
import { renderTodos, type TodoWords } from '../history/render-todos.js';
import type { Message } from '../model/message.js';
import type { Mask } from '../policy/secret/mask.js';
import type { TodoHost } from '../tool/todo.js';
import type { Conversation } from './turn-env.js';

interface NoteContext {
  readonly words: TodoWords;
  readonly todos: Pick<TodoHost, 'todos'>;
  readonly history: Pick<History, 'messages'>;
  readonly mask: Pick<Mask, 'text'>;
}

/** The most tokens of it: it goes with every request, and must leave room in a small context. */
const maxNote = 600;

/**
 * What a request tells the model of its todos, when there are some and it goes on after calls. It is no message of the
 * conversation: nothing of it is stored, and each request has it anew. The same object for the same words.
 */
export function createTodoNote({ words, todos, history, mask }: NoteContext): () => Message | undefined {
  let last: Message = { role: 'user', text: '' };
  return () => {
    if (todos.todos.length === 0 || placeOf(history.messages) === 0) return undefined;
    const { text } = mask.text(`${words.title}\n${renderTodos(todos.todos, words, maxNote)}`);
    if (last.text !== text) last = { role: 'user', text };
    return last;
  };
}

/** The messages of a request: the conversation, with the todos behind its last results and before what was said since. */
export function withTodos({ history, todoNote }: Pick<Conversation, 'history' | 'todoNote'>): readonly Message[] {
  const note = todoNote?.();
  if (note === undefined) return history.messages;
  return history.messages.toSpliced(placeOf(history.messages), 0, note);
}

/** Behind the last result, where only the user has said something since; 0 where the model goes on after no call. */
function placeOf(messages: readonly Message[]): number {
  const last = messages.findLastIndex(({ role }) => role !== 'user');
  return messages[last]?.role === 'tool' ? last + 1 : 0;
}
