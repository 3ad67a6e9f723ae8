import type { ModelFlags } from '../config/model-choice/model-spec.js';
import type { Model } from '../model/model.js';
import type { AnswerOrigin } from '../run/question.js';
import type { ExitMask } from '../session/exit-mask.js';
import type { ListedServer } from '../session/servers/list-servers.js';
import type { Session } from '../session/session.js';
import type { SessionCore } from '../session/session-core.js';
import type { Turn } from '../session/start-turn.js';
import type { Store } from '../store/store.js';
import type { Offer } from '../tool/registry.js';
import type {
  ChosenModel,
  EventPage,
  InSession,
  OpenRequest,
  SettingsChange,
  StartedTurn,
  Told,
  WatchPlace,
} from './client-port.js';
import type { LiveTurn } from './live-turn.js';

export interface LocalHostOptions {
  readonly store: Store;
  /** Opens a session as this host does: with its model, its tools and its rules. */
  open(wanted: OpenRequest): Promise<HostedSession>;
  /** Opens another model for a session that is open; without it none can be chosen. */
  openModel?(wanted: ModelFlags): Promise<{ readonly model: Model; readonly choice?: ModelWords }>;
  /** Why settings may not become these; undefined when they may. */
  refuse?(change: SettingsChange): string | undefined;
  /** The MCP servers of a folder. */
  listServers?(workspace: string): Promise<readonly ListedServer[]>;
  /** Takes secrets out of what is read of the store; what an open session tells is masked by itself. */
  mask?(workspace: string | undefined): ExitMask | Promise<ExitMask>;
}

export type ModelWords = Pick<ChosenModel, 'how' | 'why'>;

export interface HostedSession {
  readonly session: Session;
  readonly choice?: ModelWords;
}

/** A session that is open here. */
export interface Entry {
  readonly session: Session;
  readonly core: SessionCore;
  readonly live: LiveTurn;
  choice: ModelWords;
  /** By whom questions were answered here, by their ids. */
  readonly answered: Map<string, AnswerOrigin>;
  /** The tools as they were when they were looked at last, and how often they were others. */
  tools: { readonly offer: Offer; readonly version: number };
}

/** What the calls of a port go by. */
export interface HostTable {
  readonly options: LocalHostOptions;
  readonly entries: ReadonlyMap<string, Entry>;
  open(wanted: OpenRequest): Promise<Entry>;
  close(id: string): Promise<void>;
  /** Follows a turn: what waits when it has been answered is taken in by another one. */
  follow<T extends Turn>(entry: Entry, turn: T): T;
  readEvents(id: string, page: { readonly after: number; readonly limit?: number | undefined }): Promise<EventPage>;
  maskFor(id: string, workspace?: string): Promise<Pick<ExitMask, 'value'>>;
  watch(places: readonly WatchPlace[]): AsyncIterableIterator<Told>;
}

/** What a call of a port goes by. */
export interface PortContext {
  readonly table: HostTable;
  /** Who the port is for, and by which channel they come. */
  readonly origin: AnswerOrigin;
  /** The session meant, which must be open. */
  entryOf(of: InSession): Promise<Entry>;
  /** Follows a turn that was started. */
  started(entry: Entry, turn: Turn): StartedTurn;
}
