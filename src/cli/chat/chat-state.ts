import type { ClientPort, ProfileFacts, SessionState } from '../../client/client-port.js';
import { unwrap } from '../../client/reply.js';
import type { SessionWatch } from '../../client/watch-session.js';
import type { ModelFlags } from '../../config/model-choice/model-spec.js';
import type { Image } from '../../model/message.js';
import type { Mode } from '../../policy/policy.js';
import type { Host } from '../host.js';
import type { LocalClient } from '../local-client.js';
import type { Style } from '../view/style.js';
import type { ChatLog } from './chat-log.js';
import type { ChatInput } from './input.js';
import type { Screen } from './screen.js';

/** Everything a chat holds. */
export interface Chat {
  readonly host: Host;
  readonly port: ClientPort;
  readonly watch: LocalClient['watch'];
  readonly input: ChatInput;
  readonly screen: Screen;
  readonly style: Style;
  /** What --store named. */
  readonly givenStore: string | undefined;
  /** The folder for new sessions. */
  readonly folder: string;
  /** The folder -C named, for a session that is resumed. */
  readonly givenFolder: string | undefined;
  /** The model that was chosen, for sessions opened from now on. */
  flags: ModelFlags;
  /** Pictures that go with the next message. */
  images: Image[];
  /** The file the person has open, for sessions opened from now on; null: none. Undefined: the flag tells. */
  activeFile: string | null | undefined;
  /** The mode that was chosen; undefined: the session's own. */
  mode: Mode | undefined;
  /** The same for the risk mode. */
  riskMode: string | undefined;
  /** Whether the profile that a session has, or a new one would have, has this risk mode. */
  readonly hasRiskMode: (session: string | undefined, name: string) => Promise<boolean>;
  session: ChatSession;
  /** Whether the session holds anything. */
  said: boolean;
  /** What was entered while a turn ran and waits for its end. */
  readonly typedAhead: string[];
  /** Whether Enter alone resumes the turn that was left. */
  resumable: boolean;
  readonly log: ChatLog;
  /** When Ctrl+C was last pressed, by the monotonic clock: a second press soon after leaves. */
  interruptedAt: number;
  /** A turn is shown, with its questions. */
  inTurn: boolean;
  leaving: boolean;
  /** Runs `/name words…`. */
  command(line: string): Promise<void>;
}

/** The session a chat talks in: what of it stays as it is, and what it tells. */
export interface ChatSession {
  readonly id: string;
  readonly workspace: string;
  readonly profile: ProfileFacts;
  readonly watch: SessionWatch;
}

/** How the session stands now. */
export const stateOf = async ({ port, session: { id } }: Pick<Chat, 'port' | 'session'>): Promise<SessionState> =>
  unwrap(await port.readState({ session: id }));
