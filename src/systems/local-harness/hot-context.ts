import { cutEnd } from '../../base/text.js';
import type { Extension, ExtensionHost } from '../../extend/extension.js';
import type { SessionEventBody } from '../../session/event.js';
import type { NewEvent } from '../../store/store.js';
import type { Todo, TodoStatus } from '../../tool/todo.js';

const maxFiles = 5;
const maxChanges = 5;
const maxChars = 200;

/**
 * Tells the model, in its system message, what it is at: the active task, the files it saw last, the last changes, and how
 * many tasks there are. `openSession({ extensions: [hotContext()] })`.
 */
export function hotContext(): Extension {
  let host: ExtensionHost | undefined;
  let told = '';
  let todos: readonly Todo[] = [];
  let files: readonly string[] = [];
  let changes: readonly Change[] = [];

  const take = (event: NewEvent): void => {
    const { type, body } = event as SessionEventBody;
    if (type === 'todos-changed') todos = body.todos;
    if (type === 'call-settled') files = latest(files, body.seen?.map(({ path }) => path) ?? []);
    if (type === 'change-applied') {
      const { changeId, operation, paths } = body;
      changes = [...paths.map(({ path }) => ({ changeId, line: `${path} (${operation})` })), ...changes];
      changes = changes.slice(0, maxChanges);
    }
    if (type === 'change-undone') changes = changes.filter(({ changeId }) => !body.changeIds.includes(changeId));
  };
  const tell = (): void => {
    const text = renderHotContext({ todos, files, changes: changes.map(({ line }) => line) });
    if (text === told) return;
    told = text;
    host?.setPrompt(text);
  };

  return {
    name: 'hot-context',
    open(opened) {
      host = opened;
      for (const event of opened.past) take(event);
      tell();
    },
    apply(event) {
      take(event);
      tell();
    },
  };
}

interface Change {
  readonly changeId: string;
  readonly line: string;
}

const latest = (known: readonly string[], seen: readonly string[]): readonly string[] =>
  [...new Set([...seen.toReversed(), ...known])].slice(0, maxFiles);

export interface HotContext {
  readonly todos: readonly Todo[];
  readonly files: readonly string[];
  readonly changes: readonly string[];
}

/** Empty where there is nothing to tell. */
export function renderHotContext({ todos, files, changes }: HotContext): string {
  const active = todos.find(({ status }) => status === 'in_progress');
  const count = (wanted: TodoStatus): number => todos.filter(({ status }) => status === wanted).length;
  const lines = [
    ...(active === undefined ? [] : [`Active task: ${oneLine(`${active.id}: ${active.content}`)}`]),
    ...(files.length === 0 ? [] : ['Relevant files:', ...files.slice(0, maxFiles).map(item)]),
    ...(changes.length === 0 ? [] : ['Recent changes:', ...changes.slice(0, maxChanges).map(item)]),
    ...(todos.length === 0
      ? []
      : [`Todos: ${count('pending')} pending, ${count('in_progress')} in progress, ${count('completed')} completed`]),
  ];
  return lines.length === 0 ? '' : ['Hot context:', ...lines].join('\n');
}

const item = (text: string): string => `- ${oneLine(text)}`;

/** Names of files may hold anything: they stay one line each. */
const oneLine = (text: string): string => cutEnd(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), maxChars);
