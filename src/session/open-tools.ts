import type { AgentFile } from '../extend/agent/agent.js';
import type { KnownAgents } from '../extend/agent/known-agents.js';
import type { Extension } from '../extend/extension.js';
import type { LogPort } from '../tool/port.js';
import type { Registry } from '../tool/registry.js';
import type { ExtensionTools } from './child/shared-tools.js';
import { folderTools } from './folder-tools.js';
import type { Opening } from './opening.js';
import type { SessionOptions } from './options.js';
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

export async function openTools(
  { options, binding }: Opening,
  { place, stream }: { readonly place: SessionPlace; readonly stream: SessionStream },
): Promise<SessionTools> {
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

/** What brings tools into a session by its options; what is ours is loaded for those that have any. */
async function ownExtensions(
  {
    toolFolders = [],
    dynamicTools = false,
    extensions: given = [],
  }: Pick<SessionOptions, 'toolFolders' | 'dynamicTools' | 'extensions'>,
  book: KnownAgents | undefined,
): Promise<readonly Extension[]> {
  const extensions: Extension[] = toolFolders.length > 0 ? [folderTools(toolFolders)] : [];
  extensions.push(...(typeof given === 'function' ? given() : given));
  if (dynamicTools) {
    const { dynamicTools: make } = await import('../extend/dynamic/dynamic-tools.js');
    // Last: what the model makes gives way to all others.
    extensions.push(make());
  }
  if (book !== undefined) {
    const { agentEntries } = await import('../extend/agent/agent-entries.js');
    extensions.push(agentEntries(book));
  }
  return extensions;
}
