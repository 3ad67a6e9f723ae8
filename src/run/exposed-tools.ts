import { handleEvents } from '../store/handle-events.js';
import type { NewEvent } from '../store/store.js';
import { type ActivationSet, createActivationSet } from '../tool/catalog/activation-set.js';
import { type Exposure, runsInactive } from '../tool/catalog/exposure.js';
import { leanDefinition } from '../tool/catalog/lean-definition.js';
import { findNamed, namesOf } from '../tool/former-names.js';
import { definitionOf, type Offer, type Registry } from '../tool/registry.js';
import type { Tool } from '../tool/tool.js';
import type { RunEvent } from './event.js';

/** What the requests of a session carry of its tools, projected from its events: one that is gone on with has the same. */
export interface ExposedTools {
  /** As it is now; the same object until something changes. */
  offer(): Offer;
  /** Has the definitions of these sent from the next request on. */
  activate(names: readonly string[], callId: string): Activation;
  /** The model calls a tool that was not sent: it is from now on, unless it has to be found first. Answers whether the call may run. */
  called(tool: Tool, callId: string): boolean;
  /** What the model is told of a call that may not run, where the profile has words of its own for that. */
  refusalOf(tool: Tool): string | undefined;
  /** What had to make room for the tool of a call that is not settled yet; undefined when nothing had. */
  madeRoom(callId: string): readonly string[] | undefined;
  /** The names of those that were activated and not evicted since. */
  readonly active: readonly string[];
  apply(event: NewEvent): void;
  /** What is described of the tools has changed, though they have not. */
  refresh(): void;
}

/** Only so many have room beside each other. */
export interface Activation {
  readonly activated: readonly string[];
  /** Those that had to make room. */
  readonly evicted: readonly string[];
}

const nothing: Activation = { activated: [], evicted: [] };

export interface ExposedOptions {
  readonly exposure: Exposure;
  readonly registry: Registry;
  readonly metaTools?: ReadonlyMap<string, Tool> | undefined;
  /** The meta tool that finds what is indexed, and what it is described by; undefined where it has nothing to find. */
  readonly search?: { readonly name: string; describe(indexed: readonly Tool[]): string | undefined };
  /** Tools that are sent always, beside those that the exposure names. */
  isPinned?(tool: Tool): boolean;
  record(event: RunEvent): void;
}

export function createExposedTools(options: ExposedOptions): ExposedTools {
  const { exposure } = options;
  const isLazy = exposure.kind === 'lazy';
  const active = createActivationSet();
  const rooms = new Map<string, readonly string[]>();
  let from: Offer | undefined;
  let parts: Parts = { sent: [], indexed: [] };
  let made: Offer | undefined;

  const offer = (): Offer => {
    const all = options.registry.offer();
    if (made !== undefined && from === all) return made;
    if (from !== all) parts = tellApart(all, options);
    from = all;
    made = isLazy ? lazyOffer(parts, active, options) : offerOf(parts.sent);
    return made;
  };
  const activate = (names: readonly string[], callId: string): Activation => {
    if (!isLazy) return nothing;
    const { tools, inactive } = offer();
    const room = Math.max(1, exposure.ceiling - parts.sent.length);
    const wanted = new Set(
      names.filter((name) => inactive?.has(name) === true || (tools.has(name) && active.has(name))),
    );
    const activated = [...wanted].slice(0, room);
    if (activated.length === 0) return nothing;
    const isThere = (name: string): boolean => tools.has(name);
    const evicted = active.evictedBy(activated, { room, isThere });
    options.record({ type: 'tools-activated', body: { callId, names: activated, evicted } });
    return { activated, evicted: evicted.filter(isThere) };
  };
  return {
    offer,
    activate,
    called(tool, callId) {
      if (isLazy && exposure.refusal !== undefined && !runsInactive(exposure.inactiveCalls, tool)) return false;
      const { evicted } = active.has(tool.name) ? nothing : activate([tool.name], callId);
      if (evicted.length > 0) rooms.set(callId, evicted);
      return !isLazy || runsInactive(exposure.inactiveCalls, tool);
    },
    refusalOf: ({ name }) => (isLazy ? exposure.refusal?.replaceAll('{tool}', name) : undefined),
    madeRoom: (callId) => rooms.get(callId),
    get active() {
      return active.names;
    },
    apply: handleEvents<RunEvent>({
      'call-admitted': ({ name }) => active.use(name),
      'call-settled': ({ callId }) => rooms.delete(callId),
      'tools-activated': ({ names, evicted }) => {
        // What another program wrote under this name may be anything.
        if (!Array.isArray(names) || !Array.isArray(evicted)) return;
        active.drop(evicted);
        active.activate(names);
        made = undefined;
      },
    }),
    refresh() {
      from = undefined;
    },
  };
}

interface Parts {
  /** Always, meta tools first. */
  readonly sent: readonly Tool[];
  readonly indexed: readonly Tool[];
  /** Of the meta tool that finds those. */
  readonly described?: string | undefined;
}

function tellApart({ tools }: Offer, options: ExposedOptions): Parts {
  const { exposure, search, isPinned } = options;
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

/** The ones that were activated stand last: a request begins as the one before did. */
function lazyOffer({ sent, indexed, described }: Parts, active: ActivationSet, { search }: ExposedOptions): Offer {
  const byName = new Map(indexed.map((tool) => [tool.name, tool]));
  const activated = [...new Set(active.names.flatMap((name) => findNamed(byName, name) ?? []))];
  for (const { name } of activated) byName.delete(name);
  const shown = [...sent, ...activated];
  const definitions = shown.map((tool) => {
    const lean = leanDefinition(tool);
    return tool.name === search?.name && described !== undefined ? { ...lean, description: described } : lean;
  });
  return { tools: new Map(shown.map((tool) => [tool.name, tool])), definitions, inactive: byName };
}

const offerOf = (tools: readonly Tool[]): Offer => ({
  tools: new Map(tools.map((tool) => [tool.name, tool])),
  definitions: tools.map(definitionOf),
});
