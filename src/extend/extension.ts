import type { Profile } from '../agent/profile.js';
import type { Clock } from '../base/clock.js';
import type { Mask } from '../policy/secret/mask.js';
import type { NewEvent } from '../store/store.js';
import type { CatalogEntry } from '../tool/catalog/catalog-entry.js';
import type { NetHost } from '../tool/net.js';
import type { BlobPort, LogPort, ProcessPort, WorkspacePort } from '../tool/port.js';
import type { Registry } from '../tool/registry.js';

/** Brings tools into a session, at its start or later: servers, files, skills, what the model makes itself. */
export interface Extension {
  readonly name: string;
  /** Called once, before the first turn. What it registers, now or later, is offered from the next request on. */
  open(host: ExtensionHost): void | Promise<void>;
  /** Before each request of a turn: what it registers here is offered with it. */
  beforeRound?(turn: ExtensionTurn): void | Promise<void>;
  /** Told of each event as it is recorded. Must not throw. */
  apply?(event: NewEvent): void;
  /** The session closes; nothing is registered or recorded any more. */
  close?(): Promise<void>;
}

/** A turn as an extension sees it. */
export interface ExtensionTurn {
  /** Asks the person; undefined when nobody answers. */
  ask(question: { readonly text: string; readonly options: readonly string[] }): Promise<string | undefined>;
}

/** What an extension reaches of its session. */
export interface ExtensionHost {
  readonly session: { readonly id: string; readonly actor: string };
  readonly profile: Profile;
  readonly workspace: WorkspacePort;
  /** What is registered here is in the index, unless it is pinned: `tool_search` finds it. */
  readonly registry: Registry;
  /** The call of the model that made these has said what they take: it may call them as tools it knows. */
  activate(names: readonly string[], callId: string): void;
  readonly process: ProcessPort;
  readonly net: NetHost | undefined;
  /** The environment of the host, of which commands see a safe part. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly mask: Mask;
  readonly log: LogPort;
  /** What the session was before, oldest first. */
  readonly past: readonly NewEvent[];
  record(event: NewEvent): void;
  readonly user: UserPort;
  /** A part of the system message, in the order the extensions are in; an empty one takes it away. */
  setPrompt(text: string): void;
  /** What `tool_search` finds beside tools: skills and agents, all that this extension has now. */
  setEntries(entries: readonly CatalogEntry[]): void;
}

/** The stream of the user, which outlives the session: what was seen and decided once. */
export interface UserPort {
  /** The events of these types, oldest first. */
  read(types: readonly string[]): Promise<readonly NewEvent[]>;
  /** Resolves once it is stored. */
  append(event: NewEvent): Promise<void>;
  /** For what is too large for an event, which then names it. */
  readonly blobs: Pick<BlobPort, 'read' | 'write'>;
}
