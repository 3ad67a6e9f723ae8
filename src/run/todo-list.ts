import type { NewEvent } from '../store/store.js';
import type { TodoHost } from '../tool/todo.js';
import type { RunEvent, TodosChanged } from './event.js';

/** The todos of a session, projected from its events: each change holds the whole list. */
export interface TodoList extends TodoHost {
  apply(event: NewEvent): void;
}

export function createTodoList(record: (event: RunEvent) => void): TodoList {
  let last: TodosChanged | undefined;
  return {
    get todos() {
      return last?.todos ?? [];
    },
    get changedBy() {
      return last?.callId;
    },
    change: (callId, todos) => record({ type: 'todos-changed', body: { callId, todos } }),
    apply(event) {
      const known = event as RunEvent;
      // What another program wrote under this name may be anything.
      if (known.type === 'todos-changed' && Array.isArray(known.body?.todos)) last = known.body;
    },
  };
}
