import { ToolwrightError } from '../base/error.js';
import { findNamed } from './former-names.js';
import type { Capability, Tool, ToolDefinition } from './tool.js';

/** What was shown to the model in one request: calls are resolved against it. */
export interface Offer {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly definitions: readonly ToolDefinition[];
  /** Definitions that were given in the conversation: their tools are among `tools`, and no part of `definitions`. */
  readonly found?: readonly ToolDefinition[];
  /** Tools that may be called although the model knows no definition of them. */
  readonly inactive?: ReadonlyMap<string, Tool>;
}

/** The tools of a session. */
export interface Registry {
  /** Adds a tool; a name that is taken is an error. */
  register(tool: Tool): void;
  /** Puts a tool in the place of the one with its name; calls made to the old one fail as stale. */
  replace(tool: Tool): void;
  unregister(name: string): boolean;
  /** The tool of this name, or a built-in one that had it before. */
  get(name: string): Tool | undefined;
  /** Why a tool that there is may not be used here, and what to do; undefined when it may, or there is none. */
  withheld?(name: string): string | undefined;
  list(): readonly Tool[];
  byGroup(...groups: readonly string[]): readonly Tool[];
  /** The tools whose capabilities are all there, as they are now; the same object until something changes. */
  offer(): Offer;
}

export function createRegistry(options: { readonly capabilities?: Iterable<Capability> } = {}): Registry {
  const capabilities = options.capabilities === undefined ? undefined : new Set<string>(options.capabilities);
  const tools = new Map<string, Tool>();
  let current: Offer | undefined;

  const put = (tool: Tool): void => {
    tools.set(tool.name, tool);
    current = undefined;
  };
  const list = (): Tool[] => [...tools.values()];

  return {
    register(tool) {
      if (tools.has(tool.name)) {
        throw new ToolwrightError(
          'duplicate-tool',
          `A tool named ${tool.name} is registered already: choose another name, or use replace to put this one in its place.`,
        );
      }
      put(tool);
    },
    replace: put,
    unregister(name) {
      current = undefined;
      return tools.delete(findNamed(tools, name)?.name ?? name);
    },
    get: (name) => findNamed(tools, name),
    list,
    byGroup: (...groups) => list().filter((tool) => groups.includes(tool.group)),
    offer() {
      if (current === undefined) {
        const offered = list().filter((tool) => tool.capabilities.every((name) => capabilities?.has(name) ?? true));
        current = { tools: new Map(offered.map((tool) => [tool.name, tool])), definitions: offered.map(definitionOf) };
      }
      return current;
    },
  };
}

/** Tools in the form of OpenAI's `tools` parameter. */
export function toOpenAiFunctions(tools: readonly ToolDefinition[]): readonly OpenAiFunction[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }));
}

export interface OpenAiFunction {
  readonly type: 'function';
  readonly function: ToolDefinition;
}

/** What a request carries of a tool. */
export function definitionOf({ name, description, parameters }: Tool): ToolDefinition {
  return { name, description, parameters };
}
