import { phraseRefused } from '../policy/phrase-refused.js';
import type { Fact } from '../tool/fact.js';
import { fail } from '../tool/outcome.js';
import type { Plan } from '../tool/plan.js';
import type { Captured } from '../tool/port.js';
import type { Finish } from './finish.js';

export interface EndedRun {
  readonly finish: Finish;
  /** How it ended, in words that may be told. */
  readonly ended: string;
  /** What it was kept from. */
  readonly refused: readonly Fact[];
  /** What the call has changed in all its runs, as far as that was captured. */
  readonly captured?: Captured | undefined;
}

/** A run of a call that failed while the sandbox kept it from something. It counts until the call is run again. */
export interface StoppedRun extends EndedRun {
  /** What a further run needs beside its plan: what this one and those before it were kept from. */
  readonly opened: readonly Fact[];
  /** How often the call has run. */
  readonly runs: number;
}

/** A call that brings something new each time is not run for ever. */
const maxRuns = 4;
/** More of them nobody reads. */
const maxRefused = 10;

/** `again`: it could be run again with something it was kept from for the first time. */
export function stoppedRun(
  { finish, ended, refused, captured }: EndedRun,
  before: StoppedRun | undefined,
): { readonly stopped: StoppedRun; readonly again: boolean } {
  const last = refused.filter((fact, at) => refused.findIndex((other) => isSame(other, fact)) === at);
  const told = last.slice(0, maxRefused);
  const known = before?.opened ?? [];
  // What is never allowed is told, and not asked for.
  const added = told.filter((fact) => fact.forbidden !== true && !known.some((other) => isSame(other, fact)));
  const runs = (before?.runs ?? 0) + 1;
  const stopped = { finish, ended, refused: told, captured, opened: [...known, ...added], runs };
  return { stopped, again: added.length > 0 && runs < maxRuns };
}

const isSame = (a: Fact, b: Fact): boolean => a.kind === b.kind && a.target === b.target;

/** The plan of a further run. */
export function planAgain(plan: Plan, stopped: StoppedRun): Plan {
  return { ...plan, facts: [...withoutRefused(plan.facts), ...stopped.opened] };
}

/** What a run that was stopped did not do is none of its facts. */
export const withoutRefused = (facts: readonly Fact[]): readonly Fact[] =>
  facts.filter(({ refused }) => refused !== true);

/** The end of a call that is not run again: the last run counts, and it is said what it lacked. */
export function endOfStopped({ finish, refused }: Pick<StoppedRun, 'finish' | 'refused'>, why: string): Finish {
  if (finish.type === 'value') return finish;
  const { errorType, message, data } = finish.failure;
  const lacked = `The sandbox refused: ${refused.map(phraseRefused).join('; ')}.`;
  return { ...finish, failure: fail(errorType, [sentence(message), lacked, why].join(' ').trim(), data) };
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
