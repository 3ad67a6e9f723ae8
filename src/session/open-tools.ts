import type { AgentFile } from '../extend/agent/agent.js';
import type { KnownAgents } from '../extend/agent/known-agents.js';
import type { LogPort } from '../tool/port.js';
import type { Registry } from '../tool/registry.js';
import type { ExtensionTools } from './child/shared-tools.js';
import type { Opening } from './opening.js';
import { ownExtensions } from './own-extensions.js';
import { type SessionExposure, sessionExposure } from './session-exposure.js';
import { type SessionExtensions, sessionExtensions } from './session-extensions.js';
import type { SessionPlace } from './session-place.js';
import type { SessionStream } from './session-stream.js';
import { sessionTools } from './session-tools.js';

/** What can be called in a session, and where that comes from. */
export interface SessionTools extends SessionExposure {
  readonly registry: Registry;
  /** The agents that can be delegated to, where files define any. */
  readonly book: KnownAgents | undefined;
  readonly extensions: SessionExtensions;
  /** By its extensions, or those of the session it works for. */
  readonly brought: ExtensionTools;
}

interface ToolsContext {
  readonly place: Pick<SessionPlace, 'profile' | 'log'>;
  readonly stream: Pick<SessionStream, 'record'>;
}

export async function openTools({ options, binding }: Opening, { place, stream }: ToolsContext): Promise<SessionTools> {
  const { profile, log } = place;
  const files = [...(options.agents ?? []), ...(profile.subagents?.agents ?? [])];
  const book = binding?.book ?? (await openAgents(files, log));
  const registry = binding?.tools.registry ?? sessionTools(options, { profile, agents: book?.agents });
  const extensions = sessionExtensions(await ownExtensions(options, binding === undefined ? book : undefined), log);
  const brought = binding?.tools ?? extensions;
  const exposure = sessionExposure({ options, profile, registry, brought, record: stream.record });
  return { ...exposure, registry, book, extensions, brought };
}

/** Loaded where there are some. */
async function openAgents(agents: readonly AgentFile[], log: LogPort): Promise<KnownAgents | undefined> {
  if (agents.length === 0) return undefined;
  const { createKnownAgents: createAgentBook } = await import('../extend/agent/known-agents.js');
  const book = createAgentBook(agents);
  for (const { level, message } of book.problems) log.warn(level === 'error' ? `agent left out: ${message}` : message);
  return book;
}
