import type { ClientPort, ToolEntry } from '../client/client-port.js';
import { unwrap } from '../client/reply.js';

/** The tools a connection serves. */
export interface ServedTools {
  /** As they are now; `name` may be a former one. */
  has(name: string): Promise<boolean>;
  names(): Promise<readonly string[]>;
  /** For a client that is to be told when they change. */
  list(): Promise<readonly ToolEntry[]>;
  /** Whether they have changed since they were listed last, once for each time. */
  takeChange(): Promise<boolean>;
}

export interface ServedToolsOptions {
  readonly port: Pick<ClientPort, 'readState' | 'listTools'>;
  readonly session: string;
  /** Names of tools and of groups; all when undefined. */
  readonly wanted: readonly string[] | undefined;
}

interface Looked {
  readonly version: number;
  readonly entries: readonly ToolEntry[];
}

export function createServedTools({ port, session, wanted }: ServedToolsOptions): ServedTools {
  let last: Looked | undefined;
  let listed: number | undefined;
  const look = async (): Promise<Looked> => {
    const { toolsVersion: version } = unwrap(await port.readState({ session }));
    if (last?.version !== version)
      last = { version, entries: unwrap(await port.listTools({ session })).filter((entry) => isServed(entry, wanted)) };
    return last;
  };
  return {
    has: async (name) => (await look()).entries.some((entry) => isNamed(entry, name)),
    names: async () => (await look()).entries.map(({ tool }) => tool.name),
    async list() {
      const { version, entries } = await look();
      listed = version;
      return entries;
    },
    async takeChange() {
      if (listed === undefined || listed === (await look()).version) return false;
      listed = undefined;
      return true;
    },
  };
}

function isServed(entry: ToolEntry, wanted: ServedToolsOptions['wanted']): boolean {
  if (entry.meta === true || entry.state === 'unavailable') return false;
  return wanted === undefined || wanted.some((name) => isNamed(entry, name) || entry.tool.group === name);
}

const isNamed = ({ tool, formerly = [] }: ToolEntry, name: string): boolean =>
  tool.name === name || formerly.includes(name);
