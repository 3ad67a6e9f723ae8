import type { Profile } from '../agent/profile.js';
import { defined } from '../base/defined.js';
import { createToolSearch, describeSearch } from '../builtin/catalog/tool-search.js';
import { createDeclaredTools } from '../run/declared-tools.js';
import type { RunEvent } from '../run/event.js';
import type { ExposedOptions, ExposedTools } from '../run/exposed-tools.js';
import { createSentTools } from '../run/sent-tools.js';
import type { Catalog } from '../tool/catalog/catalog-entry.js';
import { type CatalogEntry, toolEntry } from '../tool/catalog/catalog-entry.js';
import { type Exposure, exposureOf } from '../tool/catalog/exposure.js';
import type { Offer, Registry } from '../tool/registry.js';
import type { Tool } from '../tool/tool.js';
import type { ExtensionTools } from './child/shared-tools.js';
import type { SessionOptions } from './options.js';
import { metaToolsOf } from './session-tools.js';

interface ExposureContext {
  readonly options: Pick<SessionOptions, 'exposure' | 'metaTools'>;
  readonly profile: Profile;
  readonly registry: Registry;
  readonly brought: ExtensionTools;
  record(event: RunEvent): void;
}

export interface SessionExposure {
  readonly exposure: Exposure;
  readonly exposed: ExposedTools;
  readonly metaTools?: ReadonlyMap<string, Tool>;
}

/**
 * What a session shows of its tools. Those that the host itself gives are always sent, unless the profile has them in the
 * index, where the built-in ones that it does not pin are, and all that extensions bring.
 */
export function sessionExposure({ options, profile, registry, brought, record }: ExposureContext): SessionExposure {
  const exposure = exposureOf(profile.exposure ?? { kind: 'all' }, options.exposure);
  const declaresHostTools = !(exposure.kind === 'lazy' && exposure.hostTools === 'indexed');
  const finds =
    exposure.kind === 'lazy'
      ? createToolSearch(catalogOf({ registry, brought, defines: exposure.found !== 'sent', exposed: () => exposed }))
      : undefined;
  const search = finds === undefined ? undefined : (profile.showSearch?.(finds) ?? finds);
  const own = [...registry.offer().tools.values()].filter(({ name }) => profile.isMetaTool?.(name) === true);
  const given = [...(options.metaTools ?? []), ...(search === undefined ? [] : [search])];
  const { metaTools } = metaToolsOf(given, { registry, own });
  const exposed = exposeTools(exposure, {
    registry,
    metaTools,
    isPinned: (tool) =>
      tool.source === 'builtin'
        ? tool.name === delegating && hasAgents(brought)
        : declaresHostTools && !brought.hasBrought(tool),
    ...(search !== undefined && {
      search: {
        name: search.name,
        describe: (indexed: readonly Tool[]) => describeSearch(search, [...indexed.map(toolEntry), ...brought.entries]),
      },
    }),
    record,
  });
  return { exposure, exposed, ...defined({ metaTools }) };
}

const exposeTools = (exposure: Exposure, options: ExposedOptions): ExposedTools =>
  exposure.kind === 'lazy' && exposure.found === 'sent'
    ? createSentTools(exposure, options)
    : createDeclaredTools(exposure, options);

interface CatalogContext {
  readonly registry: Registry;
  readonly brought: Pick<ExtensionTools, 'entries'>;
  readonly defines: boolean;
  exposed(): ExposedTools;
}

function catalogOf({ registry, brought, defines, exposed }: CatalogContext): Catalog {
  let from: { readonly offer: Offer; readonly entries: readonly CatalogEntry[] } | undefined;
  let known: readonly CatalogEntry[] = [];
  return {
    get entries() {
      const offer = registry.offer();
      const { entries } = brought;
      if (from?.offer === offer && from.entries === entries) return known;
      from = { offer, entries };
      known = [...[...offer.tools.values()].map(toolEntry), ...entries];
      return known;
    },
    tool: (name) => registry.offer().tools.get(name),
    defines,
    find: (names, callId) => exposed().find(names, callId),
  };
}

/** The tool that tells of agents, where there are some in files. */
const delegating = 'delegate';

const hasAgents = ({ entries }: ExtensionTools): boolean => entries.some(({ kind }) => kind === 'agent');
