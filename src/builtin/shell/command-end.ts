import { maxChangesChars } from './describe-changes.js';
import { maxRefusedChars } from './describe-refused.js';

/** What the words around the output take of a result. */
export const overhead = 800 + maxChangesChars + maxRefusedChars;

/** What a result tells of a command that has ended, beside its exit code. */
export const endProperties = {
  protected_paths: {
    type: 'array',
    items: { type: 'string' },
    description: 'What it did to protected paths: put back, unless it says otherwise.',
  },
  undo: { type: 'string', description: 'What of it cannot be undone.' },
  refused: {
    type: 'array',
    items: { type: 'string' },
    description: 'What the sandbox kept it from, and what would allow that.',
  },
  reached: { type: 'array', items: { type: 'string' }, description: 'Limits it ran into.' },
} as const;
