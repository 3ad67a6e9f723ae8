import { namesOf } from '../../tool/former-names.js';
import type { Tool } from '../../tool/tool.js';

const form = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** Names that tools of ours have, or will have, also where these are not offered. */
const reserved: ReadonlySet<string> = new Set([
  ...['tool_search', 'tool_create', 'tool_update', 'tool_delete', 'tool_list', 'toolwright'],
  ...['delegate', 'create_subtasks', 'list_subtasks', 'activate_skill'].flatMap(namesOf),
]);

/** The names of tools that are there. */
export type TakenNames = ReturnType<typeof takenNames>;

export function takenNames(tools: Iterable<Pick<Tool, 'name'>>) {
  const names = new Set<string>();
  const byShape = new Map([...reserved].map((name) => [nameShape(name), name]));
  const add = (name: string): void => {
    names.add(name);
    byShape.set(nameShape(name), name);
  };
  for (const { name } of tools) namesOf(name).forEach(add);
  return {
    /** Why a tool that others bring cannot have this name; undefined when it can. */
    problem(name: string): string | undefined {
      if (!form.test(name))
        return `the name ${JSON.stringify(name.slice(0, 80))} cannot be used: start with a letter, then letters, digits, _ or -, at most 64`;
      if (reserved.has(name)) return `the name ${name} is reserved: choose another`;
      const shape = nameShape(name);
      if (shape.startsWith('mcp'))
        return `names that begin with mcp are those of MCP tools: choose another than ${name}`;
      if (names.has(name)) return `there is another tool named ${name}: choose another name`;
      const like = byShape.get(shape);
      return like === undefined
        ? undefined
        : `the name ${name} could be taken for that of the tool ${like}: choose one that is plainly another`;
    },
    add,
  };
}

/** Names of one shape are read as one name: case, dividers and letters that look alike do not tell them apart. */
export function nameShape(name: string): string {
  return name
    .replace(/[_-]/g, '')
    .replace(/[1Il|]/g, 'i')
    .toLowerCase()
    .replace(/0/g, 'o')
    .replace(/5/g, 's')
    .replace(/vv/g, 'w')
    .replace(/rn/g, 'm');
}
