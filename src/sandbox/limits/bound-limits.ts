import { findControlGroups } from './control-group.js';
import { findPrlimit } from './limit-words.js';
import { countsProcesses } from './resource-limits.js';

export interface BoundLimit {
  readonly name: string;
  /** The system holds a confined process to it. */
  readonly held: boolean;
}

/**
 * Which limits bind here: by a control group for all that a command starts together, or for each process alone. Bash sets
 * the latter itself, and other programs are started by prlimit: without that, not every process has them.
 */
export function boundLimits(): readonly BoundLimit[] {
  const { limits: grouped } = findControlGroups();
  const each = findPrlimit() !== undefined;
  const together = grouped.includes('memory');
  return [
    { name: 'processes', held: grouped.includes('processes') || (each && countsProcesses()) },
    { name: together ? 'memory' : 'memory of each process', held: together || each },
    { name: 'file size', held: each },
    { name: 'open files', held: each },
  ];
}
