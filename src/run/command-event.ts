import type { EndedBy } from '../tool/background.js';

/** What happens to commands that go on after the call that started them. */
export type CommandEvent =
  | { readonly type: 'command-started'; readonly body: CommandStarted }
  | { readonly type: 'command-ended'; readonly body: CommandEnded };

export interface CommandStarted {
  readonly commandId: string;
  readonly callId: string;
  readonly command: string;
  readonly cwd: string;
  /** Until when at most it goes on after its session; absent: it ends with it. */
  readonly keptUntil?: number;
}

export interface CommandEnded {
  readonly commandId: string;
  /** The call that started it. */
  readonly callId: string;
  /** How its text begins. */
  readonly command: string;
  /** `program`: Toolwright itself was killed, or what held it, and it with that. */
  readonly by: EndedBy;
  /** As a shell counts; null when it was ended by force, or its end was not seen. */
  readonly exitCode: number | null;
  readonly ranMs?: number;
  /** Bytes it printed that the model has not read. */
  readonly unread?: number;
  /** A call was waiting for it: its result tells the model. */
  readonly told?: true;
}
