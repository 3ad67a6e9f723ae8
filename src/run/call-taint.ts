import type { Taint } from '../policy/taint/taint.js';
import type { Fact } from '../tool/fact.js';
import type { ToolTraits } from '../tool/tool.js';
import type { Finish } from './finish.js';

/** A call that has ended: what it let in is about to be read by the model. */
interface EndedCall {
  readonly callId: string;
  readonly tool: ToolTraits | undefined;
  readonly facts: readonly Fact[];
  readonly finish: Finish;
}

/** What has come into a session from outside. Those who work for it share its desk: what one lets in counts for all. */
export interface CallTaint extends Taint {
  /** A process of a call was connected to these, whatever its plan said. */
  connected(callId: string, facts: readonly Fact[]): void;
  /** Takes note of what a call let in. Must not throw. */
  settled(ended: EndedCall): void;
}

/** Where nothing taints. */
export const noTaint: CallTaint = { sources: [], more: 0, connected: () => {}, settled: () => {} };
