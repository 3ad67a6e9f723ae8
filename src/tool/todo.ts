export const todoStatuses = ['pending', 'in_progress', 'completed'] as const;

export type TodoStatus = (typeof todoStatuses)[number];

/** An item of the model's own list. */
export interface Todo {
  readonly id: string;
  readonly status: TodoStatus;
  readonly content: string;
}

/** The one list of a session, as a call reaches it. */
export interface TodoPort {
  readonly todos: readonly Todo[];
  /** The call that changed it last: one that runs again after a crash finds what it did before. */
  readonly changedBy: string | undefined;
  /** Puts another list in its place; it is recorded. */
  change(todos: readonly Todo[]): void;
}

/** The same for all calls of a session. */
export interface TodoHost extends Pick<TodoPort, 'todos' | 'changedBy'> {
  change(callId: string, todos: readonly Todo[]): void;
}
