import type { Mode } from '../policy/policy.js';
import type { Fact } from '../tool/fact.js';
import type { ProcessProfile } from '../tool/port.js';

export interface WorkspaceUse {
  readonly mode: Mode;
  readonly profile: ProcessProfile;
  readonly facts: readonly Fact[];
}

/** Whether a process may write all over the workspace: commands may, others only when their facts say so. */
export const writesWorkspace = ({ mode, profile, facts }: WorkspaceUse): boolean =>
  mode !== 'plan' && (profile === 'command' || facts.some(isWholeWorkspace));

const isWholeWorkspace = ({ kind, known, where, target, deep }: Fact): boolean =>
  kind === 'write' && known && where === 'workspace' && target === '.' && deep === true;
