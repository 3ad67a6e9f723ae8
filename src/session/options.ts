import type { Profile } from '../agent/profile.js';
import type { Clock } from '../base/clock.js';
import type { Model } from '../model/model.js';
import type { Mode, Policy } from '../policy/policy.js';
import type { Answer, OnAsk, Question } from '../run/question.js';
import type { Store } from '../store/store.js';
import type { LogPort, ProcessPort } from '../tool/port.js';
import type { Tool } from '../tool/tool.js';

/** What a session is opened with. Only the model is always needed; the workspace is too, for a new session. */
export interface SessionOptions {
  readonly model: Model;
  /** The folder to work in; of a session that is gone on with, the one it had. */
  readonly workspace?: string;
  /** Where events are kept: an open store, a file, or `memory` (the default: nothing outlives the process). */
  readonly store?: Store | string;
  /** The id of a session to go on with. */
  readonly session?: string;
  readonly profile?: Profile;
  /** Tools of your own, beside the built-in ones. */
  readonly tools?: readonly Tool[];
  /** False leaves the built-in tools out. */
  readonly builtins?: boolean;
  readonly mode?: Mode;
  readonly policy?: Policy;
  /** `off`: commands may run unconfined unasked in mode `auto`. */
  readonly sandbox?: 'required' | 'off';
  /** Who answers questions: `deny` by default, `person` when `onQuestion` is given. */
  readonly onAsk?: OnAsk;
  /** Answers questions from code. */
  readonly onQuestion?: (question: Question) => Answer | Promise<Answer>;
  /** Who the calls are recorded for. */
  readonly actor?: string;
  /** The environment commands see a safe part of; empty by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly process?: ProcessPort;
  readonly clock?: Clock;
  readonly log?: LogPort;
}
