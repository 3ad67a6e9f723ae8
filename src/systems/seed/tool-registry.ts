import { ToolwrightError } from '../../base/error.js';
import { findBuiltin } from '../../builtin/builtin-tools.js';
import { seedSurface } from '../../profile/seed/seed-surface.js';
import { fromSeedTool, type SeedTool, type SeedToolContext } from '../../profile/seed/seed-tool.js';
import { definitionOf, type OpenAiFunction, toOpenAiFunctions } from '../../tool/registry.js';
import type { Tool } from '../../tool/tool.js';

/** A tool of Seed's contract, or one of the engine itself. */
export type RegisteredTool = SeedTool | Tool;

/** The tools of Seed by name: those that are always there, and beside them named sets that come and go. */
export class ToolRegistry {
  readonly #static = new Map<string, RegisteredTool>();
  readonly #namespaces = new Map<string, ReadonlyMap<string, RegisteredTool>>();

  /** Throws for a name that is taken. */
  register(tool: RegisteredTool): void {
    this.#refuseTaken(tool.name);
    this.#static.set(tool.name, tool);
  }

  /** Puts a whole set in the place of the one of that name; an empty one takes it away. A name that is taken throws. */
  setNamespace(namespace: string, tools: readonly RegisteredTool[]): void {
    const before = this.#namespaces.get(namespace);
    this.#namespaces.delete(namespace);
    try {
      const made = new Map<string, RegisteredTool>();
      for (const tool of tools) {
        this.#refuseTaken(tool.name);
        if (made.has(tool.name)) throw taken(tool.name);
        made.set(tool.name, tool);
      }
      if (made.size > 0) this.#namespaces.set(namespace, made);
    } catch (error) {
      if (before !== undefined) this.#namespaces.set(namespace, before);
      throw error;
    }
  }

  get namespaces(): readonly string[] {
    return [...this.#namespaces.keys()];
  }

  get(name: string): RegisteredTool | undefined {
    return this.list().find((tool) => tool.name === name);
  }

  list(): readonly RegisteredTool[] {
    return [...this.#static.values(), ...[...this.#namespaces.values()].flatMap((tools) => [...tools.values()])];
  }

  listByGroups(groups: readonly string[]): readonly RegisteredTool[] {
    return this.list().filter(({ group }) => groups.includes(group));
  }

  toOpenAIFormat(): readonly OpenAiFunction[] {
    return openAiFormat(this.list());
  }

  toOpenAIFormatByGroups(groups: readonly string[]): readonly OpenAiFunction[] {
    return openAiFormat(this.listByGroups(groups));
  }

  #refuseTaken(name: string): void {
    if (this.get(name) !== undefined) throw taken(name);
  }
}

/** The part of a registry that an agent sees: the tools of its groups, as they are at each moment. */
export function filterRegistry(
  registry: ToolRegistry,
  groups: readonly string[],
): Pick<ToolRegistry, 'get' | 'list' | 'listByGroups' | 'toOpenAIFormat' | 'toOpenAIFormatByGroups'> {
  const both = (wanted: readonly string[]): readonly string[] => groups.filter((group) => wanted.includes(group));
  return {
    get: (name) => registry.listByGroups(groups).find((tool) => tool.name === name),
    list: () => registry.listByGroups(groups),
    listByGroups: (wanted) => registry.listByGroups(both(wanted)),
    toOpenAIFormat: () => registry.toOpenAIFormatByGroups(groups),
    toOpenAIFormatByGroups: (wanted) => registry.toOpenAIFormatByGroups(both(wanted)),
  };
}

/** What is there from the start; the subtask tools come with `registerSubtaskTools`, when tasks can be run. */
export const registerBuiltinTools = (registry: ToolRegistry): void =>
  registerViews(registry, (group) => group !== 'subtask');

export const registerSubtaskTools = (registry: ToolRegistry): void =>
  registerViews(registry, (group) => group === 'subtask');

/** A registered tool as the engine runs it. */
export const engineTool = (tool: RegisteredTool, context: SeedToolContext): Tool =>
  'execute' in tool ? fromSeedTool(tool, context) : tool;

function registerViews(registry: ToolRegistry, isWanted: (group: string) => boolean): void {
  for (const tool of seedSurface(findBuiltin)) if (isWanted(tool.group)) registry.register(tool);
}

const openAiFormat = (tools: readonly RegisteredTool[]): readonly OpenAiFunction[] =>
  toOpenAiFunctions(tools.map((tool) => definitionOf(tool as Tool)));

const taken = (name: string): ToolwrightError =>
  new ToolwrightError('duplicate-tool', `A tool named ${name} is registered already: choose another name.`);
