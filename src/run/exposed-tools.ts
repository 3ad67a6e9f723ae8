import type { NewEvent } from '../store/store.js';
import type { Exposure } from '../tool/catalog/exposure.js';
import { namesOf } from '../tool/former-names.js';
import type { Offer, Registry } from '../tool/registry.js';
import type { Tool, ToolDefinition } from '../tool/tool.js';
import type { RunEvent } from './event.js';

/** What the model knows of the tools of a session, projected from its events: a resumed one has the same. */
export interface ExposedTools {
  /** As it is now; the same object until something changes. */
  offer(): Offer;
  /** A search has found these: the model is given their definitions. */
  find(names: readonly string[], callId: string): Found;
  /** The model has made these itself, and knows what they take. Where that is sent, the call does not tell what makes room. */
  bring(names: readonly string[], callId: string): void;
  /** The model calls a tool whose definition it does not know: it is given that now. */
  called(tool: Tool, callId: string): CalledUnknown;
  /** What the model is told of a call that may not run, where the profile has words of its own for that. */
  refusalOf(tool: Tool): string | undefined;
  /** What had to make room for the tool of a call that is not settled yet; undefined when nothing had. */
  madeRoom(callId: string): readonly string[] | undefined;
  /** The names of tools that were found or called and are not declared for good. */
  readonly active: readonly string[];
  /** How the definitions that requests declare are fixed; undefined where they change as tools are found. */
  readonly fixing: Fixing | undefined;
  apply(event: NewEvent): void;
  /** What is described of the tools has changed, though they have not. */
  refresh(): void;
}

/** Requests declare the same definitions until they are fixed anew. */
export interface Fixing {
  /** The definitions to declare. `few`: of ours only the pinned ones; `inUse`: those that were called since, too. */
  choose(how: { readonly few: boolean; readonly inUse: boolean }): readonly ToolDefinition[];
  /** With `forget`, what stood in the conversation does no longer. */
  fix(definitions: readonly ToolDefinition[], forget?: boolean): void;
  /** The digest of the definition a tool has, where the model was given one of it, be it that or another. */
  digestOf(tool: Tool): string | undefined;
}

/** Whether the call may run all the same; else whether the model knew no definition, or one that the tool does not have any more. */
export type CalledUnknown = 'runs' | 'new' | 'changed';

/** What became of tools that were found: only so many that are sent have room beside each other. */
export interface Found {
  readonly activated?: readonly string[];
  /** Those that had to make room. */
  readonly evicted?: readonly string[];
}

export interface ExposedOptions {
  readonly registry: Registry;
  readonly metaTools?: ReadonlyMap<string, Tool> | undefined;
  /** The meta tool that finds what is indexed, and what it is described by; undefined where it has nothing to find. */
  readonly search?: { readonly name: string; describe(indexed: readonly Tool[]): string | undefined };
  /** Tools that are declared always, beside those that the exposure names. */
  isPinned?(tool: Tool): boolean;
  record(event: RunEvent): void;
}

export interface Parts {
  /** Always, meta tools first. */
  readonly sent: readonly Tool[];
  readonly indexed: readonly Tool[];
  /** Of the meta tool that finds those. */
  readonly described?: string | undefined;
}

/** Which tools are declared, and which are found. */
export function tellApart(
  { tools }: Offer,
  exposure: Exposure,
  options: Pick<ExposedOptions, 'metaTools' | 'search' | 'isPinned'>,
): Parts {
  const { search, isPinned } = options;
  // One that is registered too is sent or in the index as others are.
  const metaTools = [...(options.metaTools?.values() ?? [])].filter(
    (tool) => tool.name !== search?.name && tools.get(tool.name) !== tool,
  );
  const others = [...tools.values()].filter((tool) => (options.metaTools?.get(tool.name) ?? tool) === tool);
  if (exposure.kind === 'all') return { sent: [...metaTools, ...others], indexed: [] };
  if (exposure.kind === 'groups') {
    return { sent: [...metaTools, ...others.filter(({ group }) => exposure.groups.includes(group))], indexed: [] };
  }
  const always = new Set(exposure.pinned);
  const isSent = (tool: Tool): boolean =>
    namesOf(tool.name).some((name) => always.has(name)) || isPinned?.(tool) === true;
  const indexed = others.filter((tool) => !isSent(tool));
  const described = search?.describe(indexed);
  const finder = search === undefined || described === undefined ? undefined : options.metaTools?.get(search.name);
  const found = finder === undefined ? [] : [finder];
  return { sent: [...found, ...metaTools, ...others.filter(isSent)], indexed, described };
}
