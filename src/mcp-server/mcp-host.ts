import type { SessionState } from '../client/client-port.js';
import type { Question } from '../run/question.js';
import type { SessionOptions } from '../session/options.js';
import type { Session } from '../session/session.js';
import type { BlobStore } from '../store/store.js';
import type { McpClient } from './client.js';
import type { ServedPrompt, ServedResource, ServedTemplate } from './served.js';

/** What a session of a client is opened with, beside what is the host's: hand these on. */
export type ClientOptions = Required<Pick<SessionOptions, 'model' | 'log' | 'onAsk' | 'forms'>>;

/** What the server is given by whoever starts it. */
export interface McpHost {
  /**
   * Opens a session for a client that has connected. With `options` its model is that of the client where it lends one, its
   * questions are put by the client where it can, and are a no where it cannot.
   */
  openSession(client: McpClient, options: ClientOptions): Promise<Session>;
  /** Those of the store the sessions are kept in. */
  readonly blobs: Pick<BlobStore, 'read'>;
  /** Which tools are served: a name of one, or of a group; all when undefined. */
  readonly tools?: readonly string[] | undefined;
  readonly resources?: readonly ServedResource[];
  readonly templates?: readonly ServedTemplate[];
  readonly prompts?: readonly ServedPrompt[];
  /** A question in words, for a person; in plain ones when absent. */
  renderQuestion?(question: Question, session: Pick<SessionState, 'workspace' | 'profile'>): string;
  /** Told what is wrong with what clients send. */
  warn?(message: string): void;
}
