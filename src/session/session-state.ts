import type { Profile } from '../agent/profile.js';
import type { Model } from '../model/model.js';
import type { Cancellation } from '../run/cancellation.js';
import type { SessionOptions } from './options.js';

/** What becomes another while a session is open, beside what its events tell. */
export interface SessionState {
  model: Model;
  /** The file that is open at the host: null when none is, undefined when the host does not tell. */
  activeFile: string | null | undefined;
  /** What runs now: a turn, by its id, or what none may run beside. */
  running:
    | { readonly turnId?: string; readonly cancellation: Cancellation; readonly done: Promise<unknown> }
    | undefined;
  /** Ends when the messages sent in a turn so far are recorded. Never rejects. */
  steering: Promise<void>;
  /** Tools that go on although their call was settled. */
  readonly leftBehind: Set<Promise<unknown>>;
}

export const createState = (
  { model, activeFile }: SessionOptions,
  { capabilities }: Pick<Profile, 'capabilities'>,
): SessionState => ({
  model,
  // A profile that tells of the open file has none open until the host tells of one.
  activeFile: activeFile ?? (capabilities?.includes('active-file') === true ? null : activeFile),
  running: undefined,
  steering: Promise.resolve(),
  leftBehind: new Set(),
});

/** The turn that runs now; an undo is none. */
export const turnOf = ({ running }: SessionState): Cancellation | undefined =>
  running?.turnId === undefined ? undefined : running.cancellation;

/** Takes note of a tool that goes on after its call, until it has ended. */
export function trackDetached({ leftBehind }: SessionState, work: PromiseLike<unknown>): void {
  const ended = Promise.resolve(work).finally(() => leftBehind.delete(ended));
  leftBehind.add(ended);
}
