import type { History } from '../history/history.js';
import type { Image } from '../model/message.js';
import type { Model } from '../model/model.js';
import type { RunEnv } from '../run/env.js';
import type { Recorder } from '../run/recorder.js';
import type { AgentDelta } from './event.js';
import type { Profile } from './profile.js';

/** What a turn is run with: what calls need, and the model and conversation above them. */
export interface TurnEnv
  extends Omit<RunEnv, 'round' | 'limits' | 'order' | 'renderResult' | 'emit' | 'recorder' | 'masked'> {
  readonly recorder: Recorder;
  model(): Model;
  readonly history: History;
  /** The pictures of the conversation by their blobs. */
  readonly images: Map<string, Image>;
  /** Keeps a picture as it is, and answers its blob. */
  keepImage(content: Uint8Array): Promise<string>;
  readonly profile: Profile;
  emit(delta: AgentDelta): void;
}
