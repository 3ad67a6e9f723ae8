import { handleEvents } from '../store/handle-events.js';
import { type ActivationSet, createActivationSet } from '../tool/catalog/activation-set.js';
import { type Exposure, runsInactive } from '../tool/catalog/exposure.js';
import { leanDefinition } from '../tool/catalog/lean-definition.js';
import { findNamed } from '../tool/former-names.js';
import type { Offer } from '../tool/registry.js';
import type { RunEvent } from './event.js';
import { type ExposedOptions, type ExposedTools, type Found, type Parts, tellApart } from './exposed-tools.js';

/** Of tools that are declared as they are found, most recently used first to stay: what requests declare changes. */
export function createSentTools(exposure: Extract<Exposure, { kind: 'lazy' }>, options: ExposedOptions): ExposedTools {
  const active = createActivationSet();
  const rooms = new Map<string, readonly string[]>();
  let from: Offer | undefined;
  let parts: Parts = { sent: [], indexed: [] };
  let made: Offer | undefined;

  const offer = (): Offer => {
    const all = options.registry.offer();
    if (made !== undefined && from === all) return made;
    if (from !== all) parts = tellApart(all, exposure, options);
    from = all;
    made = offerOf(parts, active, options);
    return made;
  };
  const find = (names: readonly string[], callId: string): Found => {
    const { tools, inactive } = offer();
    const room = Math.max(1, exposure.ceiling - parts.sent.length);
    const wanted = new Set(
      names.filter((name) => inactive?.has(name) === true || (tools.has(name) && active.has(name))),
    );
    const activated = [...wanted].slice(0, room);
    if (activated.length === 0) return { activated, evicted: [] };
    const isThere = (name: string): boolean => tools.has(name);
    const evicted = active.evictedBy(activated, { room, isThere });
    options.record({ type: 'tools-activated', body: { callId, names: activated, evicted } });
    return { activated, evicted: evicted.filter(isThere) };
  };
  const bring = (names: readonly string[], callId: string): void => {
    const { evicted = [] } = find(names, callId);
    if (evicted.length > 0) rooms.set(callId, evicted);
  };
  return {
    offer,
    find,
    bring,
    called(tool, callId) {
      if (exposure.refusal !== undefined && !runsInactive(exposure.inactiveCalls, tool)) return 'new';
      if (!active.has(tool.name)) bring([tool.name], callId);
      return runsInactive(exposure.inactiveCalls, tool) ? 'runs' : 'new';
    },
    refusalOf: ({ name }) => exposure.refusal?.replaceAll('{tool}', name),
    madeRoom: (callId) => rooms.get(callId),
    get active() {
      return active.names;
    },
    fixing: undefined,
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

/** The ones that were activated stand last: a request begins as the one before did. */
function offerOf({ sent, indexed, described }: Parts, active: ActivationSet, { search }: ExposedOptions): Offer {
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
