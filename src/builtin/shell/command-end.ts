import { constants } from 'node:os';
import { defined } from '../../base/defined.js';
import { cutEnd } from '../../base/text.js';
import { phraseRefused } from '../../policy/phrase-refused.js';
import type { Captured, ProcessEnd } from '../../tool/port.js';
import { type DescribedChanges, describeChanges, maxChangesChars } from './describe-changes.js';

const maxRefused = 10;
const maxRefusedLine = 200;
/** What the words around the output take of a result. */
export const overhead = 800 + maxChangesChars + maxRefused * maxRefusedLine;

const lines = { type: 'array', items: { type: 'string' } } as const;

/** What a result tells of a command that has ended, beside its exit code. */
export const endMembers = {
  'protected_paths?': {
    ...lines,
    description: 'What it did to protected paths: put back, unless it says otherwise.',
  },
  'undo?': { type: 'string', description: 'What of it cannot be undone.' },
  'refused?': { ...lines, description: 'What the sandbox kept it from, and what would allow that.' },
  'reached?': { ...lines, description: 'Limits it ran into.' },
} as const;

interface EndFields extends DescribedChanges {
  readonly refused?: readonly string[];
  readonly reached?: readonly string[];
}

export function endFields({ refused = [], reached }: ProcessEnd, captured: Captured): EndFields {
  const told = refused.slice(0, maxRefused).map((fact) => cutEnd(phraseRefused(fact), maxRefusedLine));
  return { ...describeChanges(captured), ...(told.length > 0 && { refused: told }), ...defined({ reached }) };
}

/** The same for a model, each part with its head. */
export const protectedPart = ({ protected_paths: paths }: EndFields): string[] =>
  paths === undefined ? [] : [`[protected paths]\n${paths.join('\n')}`];
export const refusedPart = ({ refused }: EndFields): string[] =>
  refused === undefined ? [] : [`[refused by the sandbox]\n${refused.join('\n')}`];
export const noteParts = (notes: readonly (string | undefined)[]): string[] =>
  notes.filter((note) => note !== undefined).map((note) => `[${note}]`);

/** As a shell counts: a signal is 128 and its number. */
export function exitCodeOf(end: ProcessEnd): number | null {
  if (end.state === 'exited') return end.exitCode;
  if (end.state !== 'signalled') return null;
  const number = (constants.signals as Readonly<Record<string, number | undefined>>)[end.signal];
  return number === undefined ? null : 128 + number;
}
