import type { HostRule } from '../../policy/net/host-gate.js';
import type { Fact } from '../../tool/fact.js';

/**
 * Whether a process needs a way out: something is open to it, or it may try what is not, and that is to be told. One that
 * is wholly understood tries nothing else than it says.
 */
export const needsNetwork = (hosts: readonly HostRule[], facts: readonly Fact[]): boolean =>
  hosts.some(({ verdict }) => verdict === 'allow') ||
  facts.some(({ kind, proved }) => kind === 'net' || (kind === 'exec' && proved !== true));
