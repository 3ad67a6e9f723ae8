import type { Fact } from '../../tool/fact.js';
import type { Undoable } from '../../tool/plan.js';
import type { Capture, CaptureOptions } from '../../tool/port.js';
import type { PathChange } from '../../tool/version.js';

/** Takes note of the workspace around commands, so that what they change can be undone. */
export interface CommandCaptures {
  undoOf(facts: readonly Fact[]): Promise<Undoable>;
  /** Never fails: where nothing could be kept, the end of the capture says so. */
  begin(facts: readonly Fact[], call: CapturedCall): Promise<Capture>;
  /** Somebody else changed these: no command that runs in the background did. */
  changed(paths: readonly PathChange[]): void;
}

export interface CapturedCall extends CaptureOptions {
  readonly callId: string;
}

/** Where nothing is kept, nothing can be undone. */
export const noCaptures: CommandCaptures = {
  undoOf: async () => ({ possible: false, why: 'what commands change is not kept here' }),
  begin: async () => ({ end: async () => ({ paths: [], lost: [] }) }),
  changed: () => {},
};
