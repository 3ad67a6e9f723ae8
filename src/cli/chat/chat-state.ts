import type { Profile } from '../../agent/profile.js';
import type { ModelChoice } from '../../config/model-choice/choose-model.js';
import type { ModelFlags } from '../../config/model-choice/model-spec.js';
import type { LoadedConfig } from '../../config/open-config.js';
import type { Image } from '../../model/message.js';
import type { Model } from '../../model/model.js';
import type { Mode } from '../../policy/policy.js';
import type { Session } from '../../session/session.js';
import type { Store } from '../../store/store.js';
import type { Host } from '../host.js';
import type { SessionSettings } from '../session-settings.js';
import type { Style } from '../view/style.js';
import type { ChatInput } from './input.js';
import type { Screen } from './screen.js';

/** Everything a chat holds. */
export interface Chat {
  readonly host: Host;
  readonly store: Store;
  readonly config: LoadedConfig;
  readonly input: ChatInput;
  readonly screen: Screen;
  readonly style: Style;
  readonly settings: SessionSettings;
  /** What --store named. */
  readonly givenStore: string | undefined;
  /** The folder for new sessions. */
  readonly folder: string;
  /** The folder -C named, for a session that is gone on with. */
  readonly givenFolder: string | undefined;
  flags: ModelFlags;
  model: Model;
  choice: ModelChoice;
  /** Pictures that go with the next message. */
  images: Image[];
  /** The mode that was chosen; undefined: the session's own. */
  mode: Mode | undefined;
  session: Session;
  /** Whether the session holds anything. */
  said: boolean;
  /** What was entered while a turn ran and waits for its end. */
  readonly typedAhead: string[];
  /** Whether Enter alone goes on with the turn that was left. */
  resumable: boolean;
  verbose: boolean;
  /** The last warnings that came while it was not. */
  unseen: readonly string[];
  /** When Ctrl+C was last pressed, by the monotonic clock: a second press soon after leaves. */
  interruptedAt: number;
  /** A turn is shown, with its questions. */
  inTurn: boolean;
  leaving: boolean;
  /** The profile of a new session, or the one that a stored one has; undefined: the default one. */
  profileOf(session: string | undefined): Promise<Profile | undefined>;
  /** Runs `/name words…`. */
  command(line: string): Promise<void>;
}
