import { nearest } from '../../base/nearest.js';
import { builtinTools } from '../../builtin/builtin-tools.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

/** What `--tools` names, groups and tools; undefined when it was not given. A tool that comes from elsewhere is known later. */
export function checkSelection(given: readonly string[]): readonly string[] | undefined {
  if (given.length === 0) return undefined;
  const names = given.flatMap((list) => list.split(',')).map((name) => name.trim());
  const known = new Set(builtinTools.flatMap(({ name, group }) => [name, group]));
  for (const name of names) {
    const near = known.has(name) ? undefined : nearest(name, known);
    if (name === '' || near !== undefined) throw unknown(name, near);
  }
  return names;
}

function unknown(name: string, near: string | undefined) {
  const hint = near === undefined ? 'Give names of tools or of their groups.' : `Did you mean ${near}?`;
  return usageError(`--tools ${safeLine(name)}: no built-in tool or group is called so. ${hint}`, 'mcp');
}
