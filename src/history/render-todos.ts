import { cutEnd, plural } from '../base/text.js';
import { textTokens } from '../model/estimate-tokens.js';
import type { Todo, TodoStatus } from '../tool/todo.js';

/** The words in which a model is told its todos. */
export interface TodoWords {
  /** The line above them. */
  readonly title: string;
  readonly icons: Readonly<Record<TodoStatus, string>>;
}

export const usualTodoWords: TodoWords = {
  title: 'Your todos as they stand. This is a note of the program, not words of the user.',
  icons: { pending: '○', in_progress: '◐', completed: '●' },
};

/** Todos one a line, in at most about so many tokens: of too many, those that are completed are left out first. */
export function renderTodos(todos: readonly Todo[], { icons }: TodoWords, tokens: number): string {
  const line = ({ id, status, content }: Todo): string => `${icons[status]} ${id}: ${oneLine(content)}`;
  const all = todos.map(line).join('\n');
  if (textTokens(all) <= tokens) return all;
  const open = todos.filter(({ status }) => status !== 'completed').map(line);
  const shown: string[] = [];
  let room = tokens - moreRoom;
  for (const one of open) {
    room -= textTokens(one) + 1;
    if (room < 0) break;
    shown.push(one);
  }
  const hidden = todos.length - shown.length;
  return [...shown, `… and ${plural(hidden, 'todo')} more`].join('\n');
}

/** For the line that says how many are left out. */
const moreRoom = 12;

/** Whatever a todo holds, it stays one line, and one that leaves room for others. */
const oneLine = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > maxLine ? `${cutEnd(line, maxLine - 1)}…` : line;
};

const maxLine = 300;
