import type { History } from '../history/history.js';
import type { Image } from '../model/message.js';
import type { Model } from '../model/model.js';
import type { RunEnv, RunTools } from '../run/env.js';
import type { Recorder } from '../run/recorder.js';
import type { Chains } from './chains.js';
import type { ContextGauge } from './context-gauge.js';
import type { AgentDelta } from './event.js';
import type { MessageQueue } from './message-queue.js';
import type { Profile } from './profile.js';
import type { Spending } from './spending.js';

/** What the model reads, and what it is measured and kept by. */
export interface Conversation {
  readonly history: History;
  /** How much of the model's context it fills. */
  readonly gauge: ContextGauge;
  /** What the person said while a turn ran, and is not taken in yet. */
  readonly queue: MessageQueue;
  /** The pictures of the conversation by their blobs. */
  readonly images: Map<string, Image>;
  /** Keeps a picture as it is, and answers its blob. */
  keepImage(content: Uint8Array): Promise<string>;
}

/** What a turn is run with: what calls need, and the model and conversation above them. */
export interface TurnEnv extends Omit<RunEnv, 'round' | 'nesting'> {
  readonly tools: RunTools & Required<Pick<RunTools, 'exposed'>>;
  readonly recorder: Recorder;
  readonly conversation: Conversation;
  readonly profile: Profile;
  model(): Model;
  /** What stands around requests and compactions. */
  readonly chains?: Chains;
  readonly spending: Spending;
  /** Makes the conversation shorter in the place of what does it usually: in a replay, as it was made then. */
  compact?(): Promise<void>;
  /** What requests begin with, and what is told behind that; absent in a replay, which has it from the record. */
  readonly prefix?: RequestStart;
  /** What brings tools into the session looks whether there are others now. */
  beforeRound?(turn: { ask(question: TurnQuestion): Promise<string | undefined> }): Promise<void>;
  emit(delta: AgentDelta): void;
}

/** Keeps the start of requests as it is. */
export interface RequestStart {
  /** Ahead of a message of the person: tells what has changed. */
  note(): void;
  /** Ahead of a request: fixes its start where that has to be, and tells what has changed. */
  prepare(): Promise<void>;
}

/** A question to the person that no call asks. */
export interface TurnQuestion {
  readonly text: string;
  readonly options: readonly string[];
}
