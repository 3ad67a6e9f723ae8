import { handleEvents } from '../store/handle-events.js';
import type { NewEvent } from '../store/store.js';
import type { TodoHost } from '../tool/todo.js';
import type { RunEvent } from './event.js';

/** The todos of a session, projected from its events: each change holds the whole list. */
export interface TodoList extends TodoHost {
  apply(event: NewEvent): void;
}

export function createTodoList(record: (event: RunEvent) => void): TodoList {
  const list: { -readonly [Key in keyof TodoList]: TodoList[Key] } = {
    todos: [],
    changedBy: undefined,
    change: (callId, todos) => record({ type: 'todos-changed', body: { callId, todos } }),
    apply: handleEvents<RunEvent>({
      'todos-changed': (body) => {
        // What another program wrote under this name may be anything.
        if (!Array.isArray(body?.todos)) return;
        list.todos = body.todos;
        list.changedBy = body.callId;
      },
    }),
  };
  return list;
}
