import type { Tool } from './tool.js';

/**
 * What built-in tools were called before, each with its name of today. Whoever still says it means that tool: a model, a
 * program, a rule, a grant, a setting, a hook, a profile, a record. To rename a tool, add a line.
 */
const currentNames: ReadonlyMap<string, string> = new Map([
  ['todos', 'find_todo_comments'],
  ['task', 'delegate'],
]);

/** All names of the tool that has, or had, this one. */
export function namesOf(name: string): readonly string[] {
  return known.get(name) ?? [name];
}

const known = new Map<string, readonly string[]>();
for (const current of currentNames.values()) {
  const names = [current, ...[...currentNames.keys()].filter((former) => currentNames.get(former) === current)];
  for (const name of names) known.set(name, names);
}

/** The tool of this name; else the built-in one that had it. */
export function findNamed<T extends Pick<Tool, 'source'>>(
  tools: { get(name: string): T | undefined },
  name: string,
): T | undefined {
  const found = tools.get(name);
  const current = found === undefined ? currentNames.get(name) : undefined;
  const renamed = current === undefined ? undefined : tools.get(current);
  return renamed?.source === 'builtin' ? renamed : found;
}
