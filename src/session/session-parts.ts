import type { SessionHooks } from '../extend/hook/session-hooks.js';
import type { Store } from '../store/store.js';
import type { SessionChildren } from './child/create-children.js';
import type { SessionConversation } from './open-conversation.js';
import type { SessionHost } from './open-host.js';
import type { SessionJudges } from './open-judges.js';
import type { SessionTools } from './open-tools.js';
import type { SessionOptions } from './options.js';
import type { RequestPrefix } from './request-prefix.js';
import type { SessionLimits } from './session-limits.js';
import type { ModeSwitch } from './session-mode.js';
import type { SessionPlace } from './session-place.js';
import type { SessionState } from './session-state.js';
import type { SessionStream } from './session-stream.js';

/** The parts of an open session, but for what its turns are run with. */
export interface SessionParts {
  readonly id: string;
  readonly store: Store;
  readonly options: SessionOptions;
  readonly place: SessionPlace;
  readonly state: SessionState;
  readonly stream: SessionStream;
  readonly tools: SessionTools;
  readonly conversation: SessionConversation;
  readonly limits: SessionLimits;
  readonly judges: SessionJudges;
  readonly host: SessionHost;
  readonly hooks: SessionHooks | undefined;
  readonly children: SessionChildren;
  readonly prefix: RequestPrefix;
  readonly modes: ModeSwitch;
}
