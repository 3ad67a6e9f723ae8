import type { LogPort } from '../../tool/port.js';
import type { Registry } from '../../tool/registry.js';
import type { Tool } from '../../tool/tool.js';
import { type Definition, definitionHash } from './definition.js';
import { type NameOf, toolNames } from './tool-name.js';

export interface ServerToolsOptions {
  readonly server: string;
  readonly registry: Registry;
  readonly log: LogPort;
  /** What the profile calls its tools; usual names when absent. */
  readonly nameOf: NameOf | undefined;
  isSeen(definition: Definition): boolean;
  makeTool(name: string, definition: Definition): Tool;
}

/** What the tools of one server are registered by. */
export function createServerTools({ server, registry, log, nameOf, isSeen, makeTool }: ServerToolsOptions) {
  /** What is registered under a name, as a word for it. */
  const shown = new Map<string, string>();
  return {
    /** Registers a tool for each definition, and takes back those of others. What is as it was is left as it is. */
    show(definitions: Iterable<Definition>) {
      const list = [...definitions];
      const names = toolNames(
        server,
        list.map((definition) => definition.name),
        nameOf,
      );
      const kept = new Set(names.values());
      for (const old of shown.keys()) {
        if (kept.has(old)) continue;
        registry.unregister(old);
        shown.delete(old);
      }
      for (const definition of list) {
        const name = names.get(definition.name) ?? definition.name;
        const word = `${isSeen(definition) ? 'seen' : 'unseen'} ${definitionHash(definition)}`;
        if (shown.get(name) === word) continue;
        if (registry.get(name) !== undefined && !shown.has(name)) {
          log.warn(`the tool ${name} of an MCP server is left out: another has its name`);
          continue;
        }
        shown.set(name, word);
        registry.replace(makeTool(name, definition));
      }
    },
  };
}
