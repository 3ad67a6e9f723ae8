import { sha256 } from '../base/digest.js';
import { handleEvents } from '../store/handle-events.js';
import { type Exposure, runsInactive } from '../tool/catalog/exposure.js';
import { leanDefinition } from '../tool/catalog/lean-definition.js';
import { definitionOf, type Offer } from '../tool/registry.js';
import type { Tool, ToolDefinition } from '../tool/tool.js';
import type { RunEvent } from './event.js';
import { type ExposedOptions, type ExposedTools, type Fixing, type Parts, tellApart } from './exposed-tools.js';

/**
 * What requests declare is fixed: a server reads the start of a request again when it differs from the one before. The
 * definitions of tools that are found, that come late or that changed stand in the conversation instead.
 */
export function createDeclaredTools(exposure: Exposure, options: ExposedOptions): ExposedTools {
  const isLazy = exposure.kind === 'lazy';
  const render = (tool: Tool): ToolDefinition => (isLazy ? leanDefinition(tool) : definitionOf(tool));
  /** The digests of definitions that stand in the conversation, by name; empty where an earlier version did not keep it. */
  const described = new Map<string, string>();
  /** Of those, the ones that were called; the last one last. */
  const used = new Set<string>();
  let fixed: readonly ToolDefinition[] | undefined;
  let from: Offer | undefined;
  let parts: Parts = { sent: [], indexed: [] };
  let made: Offer | undefined;

  const digestOf = (tool: Tool): string => definitionDigest(render(tool));
  const look = (): Parts => {
    const all = options.registry.offer();
    if (from !== all) {
      parts = tellApart(all, exposure, options);
      made = undefined;
    }
    from = all;
    return parts;
  };
  /** Undefined: the model knows nothing of it. */
  const known = (tool: Tool): 'known' | 'changed' | undefined => {
    const definition = fixed?.find(({ name }) => name === tool.name);
    if (tool.name === options.search?.name) return definition && 'known';
    const digests = [
      ...(definition === undefined ? [] : [definitionDigest(definition)]),
      ...(described.has(tool.name) ? [described.get(tool.name)] : []),
    ];
    if (digests.length === 0) return undefined;
    const last = digests.at(-1);
    return last === '' || last === digestOf(tool) ? 'known' : 'changed';
  };
  const offer = (): Offer => {
    const { sent, indexed, described: index } = look();
    if (made !== undefined) return made;
    if (fixed === undefined) made = offerOf(sent, indexed, { render: declaring(render, options, index), isLazy });
    else {
      const all = [...sent, ...indexed];
      const tools = all.filter((tool) => known(tool) === 'known');
      const others = all.filter((tool) => known(tool) !== 'known');
      const found = tools.filter(({ name }) => described.has(name)).map(render);
      made = { tools: byName(tools), definitions: fixed, inactive: byName(others), ...(found.length > 0 && { found }) };
    }
    return made;
  };
  const describe = (names: readonly string[], callId: string): void => {
    const { tools, inactive = new Map<string, Tool>() } = offer();
    const found = names.flatMap((name) => inactive.get(name) ?? (described.has(name) ? (tools.get(name) ?? []) : []));
    if (found.length === 0) return;
    const digests = Object.fromEntries(found.map((tool) => [tool.name, digestOf(tool)]));
    options.record({ type: 'tools-described', body: { callId, tools: digests } });
  };
  const forgetFound = (): void => {
    described.clear();
    used.clear();
  };
  const fixing: Fixing = {
    choose({ few, inUse }) {
      const { sent, indexed } = look();
      const isChosen = (tool: Tool): boolean =>
        (!few && tool.source === 'builtin') || (inUse && used.has(tool.name) && !isBeyond(tool.name, used, exposure));
      const chosen = indexed.filter(isChosen);
      const index =
        chosen.length === 0 ? parts.described : options.search?.describe(indexed.filter((one) => !isChosen(one)));
      const shown = index === undefined ? sent.filter(({ name }) => name !== options.search?.name) : sent;
      return [...shown, ...chosen].map(declaring(render, options, index));
    },
    fix(definitions, forget = false) {
      fixed = definitions;
      if (forget) forgetFound();
      made = undefined;
    },
    digestOf: (tool) => (known(tool) === undefined ? undefined : digestOf(tool)),
  };
  return {
    offer,
    find(names, callId) {
      describe(names, callId);
      return {};
    },
    bring: describe,
    called(tool, callId) {
      const mayRun = isLazy && runsInactive(exposure.inactiveCalls, tool);
      if (isLazy && exposure.refusal !== undefined && !mayRun) return 'new';
      const before = known(tool);
      if (before !== 'known') describe([tool.name], callId);
      if (before === 'changed') return 'changed';
      return mayRun ? 'runs' : 'new';
    },
    refusalOf: ({ name }) => (isLazy ? exposure.refusal?.replaceAll('{tool}', name) : undefined),
    madeRoom: () => undefined,
    get active() {
      return [...described.keys()];
    },
    fixing,
    apply: handleEvents<RunEvent>({
      'call-admitted': ({ name }) => {
        if (!described.has(name)) return;
        used.delete(name);
        used.add(name);
      },
      'tools-described': ({ tools }) => {
        for (const [name, digest] of Object.entries(tools ?? {})) described.set(name, digest);
        made = undefined;
      },
      // Of earlier versions, which declared what was found.
      'tools-activated': ({ names }) => {
        if (Array.isArray(names)) for (const name of names) described.set(name, '');
        made = undefined;
      },
      'prefix-fixed': ({ why }) => {
        made = undefined;
        if (why === 'compacted') forgetFound();
      },
    }),
    refresh() {
      from = undefined;
    },
  };
}

/** Those called longest ago have no room among the definitions of a request. */
function isBeyond(name: string, used: ReadonlySet<string>, exposure: Exposure): boolean {
  const most = exposure.kind === 'lazy' ? exposure.ceiling : Number.POSITIVE_INFINITY;
  return [...used].toReversed().indexOf(name) >= most;
}

const definitionDigest = (definition: ToolDefinition): string => {
  const known = digests.get(definition);
  if (known !== undefined) return known;
  const { name, description, parameters } = definition;
  const digest = sha256(JSON.stringify([name, description, parameters])).slice(0, 16);
  digests.set(definition, digest);
  return digest;
};

const digests = new WeakMap<ToolDefinition, string>();

/** How a tool is declared; the one that finds the others by its index. */
const declaring =
  (render: (tool: Tool) => ToolDefinition, { search }: ExposedOptions, index: string | undefined) =>
  (tool: Tool): ToolDefinition =>
    tool.name === search?.name && index !== undefined ? { ...render(tool), description: index } : render(tool);

function offerOf(
  sent: readonly Tool[],
  indexed: readonly Tool[],
  { render, isLazy }: { readonly render: (tool: Tool) => ToolDefinition; readonly isLazy: boolean },
): Offer {
  const offer = { tools: byName(sent), definitions: sent.map(render) };
  return isLazy ? { ...offer, inactive: byName(indexed) } : offer;
}

const byName = (tools: readonly Tool[]): ReadonlyMap<string, Tool> => new Map(tools.map((tool) => [tool.name, tool]));
