import { plural } from '../../base/text.js';
import { isNamed } from '../hook/hook.js';
import type { ServerSettings } from '../named-server.js';
import { definitionLimits, definitionProblem } from './check-definition.js';
import { type Definition, definitionOf } from './definition.js';

export interface Sifted {
  readonly definitions: readonly Definition[];
  /** Tools that are left out, each with why. */
  readonly leftOut: readonly string[];
}

/** Takes of a server's list what the config wants and what can be offered. */
export function siftDefinitions(
  found: readonly Definition[],
  { include, exclude = [] }: Pick<ServerSettings, 'include' | 'exclude'>,
): Sifted {
  const isWanted = ({ name }: Definition): boolean =>
    (include === undefined || isNamed(name, include)) && !isNamed(name, exclude);
  const wanted = found.filter(isWanted);
  const definitions = new Map<string, Definition>();
  const leftOut: string[] = [];
  let characters = 0;
  for (const listed of wanted.slice(0, definitionLimits.tools)) {
    const definition = definitionOf(listed);
    const { name } = definition;
    const problem = definitions.has(name) ? 'its name comes twice' : definitionProblem(definition);
    if (problem === undefined) characters += JSON.stringify(definition).length;
    const why =
      characters > definitionLimits.allCharacters ? 'the server describes its tools at too great length' : problem;
    if (why === undefined) definitions.set(name, definition);
    else leftOut.push(`${JSON.stringify(name.slice(0, 100))}: ${why}`);
  }
  const more = wanted.length - definitionLimits.tools;
  if (more > 0) leftOut.push(`${plural(more, 'tool')}: ${definitionLimits.tools} are the most`);
  return { definitions: [...definitions.values()], leftOut };
}
