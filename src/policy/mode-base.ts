import type { Fact } from '../tool/fact.js';
import { phraseFact } from './phrase-fact.js';
import type { Mode, Verdict } from './policy.js';

/** What the mode says of one fact; without a reason where nothing speaks against it. */
export interface Base {
  readonly verdict: Verdict;
  readonly reason?: string;
}

type Row = Readonly<Record<Mode, Verdict>>;

/**
 * What the modes say, from the mildest to the gravest. Where commands are not confined they are asked about in every mode,
 * and denied in `auto`: see `fixed-judgements.ts`. For a tool marked dangerous see `create-policy.ts`.
 */
const harmless: Row = { ask: 'allow', edit: 'allow', plan: 'allow', auto: 'allow' };
const elsewhere: Row = { ask: 'ask', edit: 'ask', plan: 'ask', auto: 'allow' };
const edit: Row = { ask: 'ask', edit: 'allow', plan: 'deny', auto: 'allow' };
const confined: Row = { ask: 'ask', edit: 'ask', plan: 'deny', auto: 'allow' };
const grave: Row = { ask: 'ask', edit: 'ask', plan: 'deny', auto: 'ask' };

const allowed: Base = { verdict: 'allow' };

export function judgeMode(fact: Fact, mode: Mode): Base {
  const verdict = rowOf(fact)[mode];
  if (verdict === 'allow') return allowed;
  const reason = reasonFor(fact, mode);
  return { verdict, reason: verdict === 'deny' ? `plan mode is read-only: ${reason}` : reason };
}

function rowOf(fact: Fact): Row {
  const { kind, known, by } = fact;
  if (fact.refused === true) return grave;
  if (kind === 'exec') return rowOfCommand(fact);
  const inside = fact.where === 'workspace';
  // What the model shall follow, such as a skill, is not merely read.
  if (kind === 'read' && known) return inside && fact.instructs !== true ? harmless : elsewhere;
  if (kind === 'secret') return grave;
  // What a command does is confined, also where it is not known what; but nothing is taken away unseen.
  if (!known) return by !== undefined && kind !== 'delete' && kind !== 'move' ? confined : grave;
  if (kind === 'net' || kind === 'env' || kind === 'process') return confined;
  if (!inside) return grave;
  return by === undefined && kind !== 'delete' ? edit : confined;
}

/** A proved command does no more than its other facts tell; one that cannot be read may do anything. */
function rowOfCommand({ proved, unread }: Fact): Row {
  if (proved === true) return harmless;
  return unread === true ? grave : confined;
}

function reasonFor(fact: Fact, mode: Mode): string {
  const { note } = fact;
  if (fact.refused === true) return `${phraseFact(fact)}, which the sandbox refused`;
  if (fact.kind === 'exec') return note === undefined ? phraseFact(fact) : `${phraseFact(fact)}: ${note}`;
  if (fact.known) return phraseFact(fact);
  return note ?? (mode === 'plan' ? phraseFact(fact) : `what it does to ${fact.target} is not known`);
}
