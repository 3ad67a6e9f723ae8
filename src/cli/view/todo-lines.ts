import { cutEnd } from '../../base/text.js';
import type { Todo, TodoStatus } from '../../tool/todo.js';
import { safeLine } from '../safe-text.js';
import type { Style } from './style.js';

/** The model's list, a line each. Of a long one as much as matters: what is open, the last that is done before it. */
export function todoLines(
  todos: readonly Todo[],
  style: Style,
  { all = false }: { readonly all?: boolean } = {},
): readonly string[] {
  const open = todos.findIndex(({ status }) => status !== 'completed');
  const from = all || todos.length <= maxLines ? 0 : Math.max(0, (open === -1 ? todos.length : open) - 1);
  const shown = all ? todos : todos.slice(from, from + maxLines);
  const after = todos.length - from - shown.length;
  return [
    ...(from > 0 ? [style.dim(`  … ${from} done`)] : []),
    ...shown.map((todo) => todoLine(todo, style)),
    ...(after > 0 ? [style.dim(`  … and ${after} more: /todos lists them`)] : []),
  ];
}

const maxLines = 10;
const maxContent = 100;

const icons: Readonly<Record<TodoStatus, string>> = { pending: '○', in_progress: '◐', completed: '●' };

function todoLine({ id, status, content }: Todo, style: Style): string {
  const text = safeLine(content);
  const line = `  ${icons[status]} ${safeLine(id)} ${text.length > maxContent ? `${cutEnd(text, maxContent - 1)}…` : text}`;
  if (status === 'completed') return style.dim(line);
  return status === 'in_progress' ? style.bold(line) : line;
}
