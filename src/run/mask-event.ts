import { defined } from '../base/defined.js';
import type { Mask } from '../policy/secret/mask.js';
import { maskJsonText, maskValue } from '../policy/secret/mask-value.js';
import type { NewEvent, StoredEvent } from '../store/store.js';
import type { RunEvent } from './event.js';
import type { Question } from './question.js';

/**
 * An event as it is stored. What is done again from the record is kept as it was: the arguments of a call and the paths of
 * a change; it is masked where it leaves, see `maskTold`.
 */
export function maskStored(event: NewEvent, mask: Mask): NewEvent {
  if (keptAsItWas.has(event.type) || maskedAlready.has(event.type)) return event;
  const { type, body } = event as RunEvent;
  if (type === 'call-planned' && body.facts.length === 0 && body.basis === undefined) return event;
  return type === 'call-decided' ? maskDecided(event, body, mask) : masked(event, mask);
}

/** The same as those are told of it who watch. */
export function maskTold(event: StoredEvent, mask: Mask): StoredEvent {
  if (!keptAsItWas.has(event.type)) return event;
  const { value: body, count } =
    event.type === 'call-admitted' ? maskCall(event.body, mask) : maskValue(event.body, mask);
  if (count === 0) return event;
  const { v, seq, at, type, hash } = event;
  return { v, seq, at, type, body, hash };
}

/** There is one for every call: only what the model wrote is looked at. */
function maskCall(body: unknown, mask: Mask): { readonly value: unknown; readonly count: number } {
  const given = body as { readonly arguments: string };
  const { text, count } = maskJsonText(given.arguments, mask);
  return count === 0 ? { value: body, count } : { value: { ...given, arguments: text }, count };
}

/** An event of the past, for the model. It may be older than the mask, and what is secret now need not have been then. */
export const maskPast = (event: NewEvent, mask: Mask): NewEvent =>
  ofConversation.has(event.type) ? masked(event, mask) : event;

const ofConversation: ReadonlySet<string> = new Set([
  'message-queued',
  'message-edited',
  'message-received',
  'model-answered',
  'message-problem',
  'call-settled',
  'todos-changed',
  'history-compacted',
]);

const keptAsItWas: ReadonlySet<string> = new Set([
  'call-admitted',
  'change-staged',
  'change-applied',
  'change-kept',
  'change-spent',
  'change-undone',
  'change-redone',
]);

/** By those who make them, who show them elsewhere too; or there is nothing of others in them. */
const maskedAlready: ReadonlySet<string> = new Set([
  'session-opened',
  'session-forked',
  'turn-started',
  'round-started',
  'message-queued',
  'message-edited',
  'message-received',
  'model-answered',
  'approval-requested',
  'call-started',
  'call-settled',
  'turn-ended',
]);

function masked({ type, body: given }: NewEvent, mask: Mask): NewEvent {
  return { type, body: maskValue(given, mask).value };
}

type Decided = Extract<RunEvent, { type: 'call-decided' }>['body'];

/** Its digest is worked out when it is read: here it is only when the decision is masked. */
function maskDecided(event: NewEvent, body: Decided, mask: Mask): NewEvent {
  const { reasons, because } = body;
  if (reasons.length === 0 && because === undefined) return event;
  const { value, count } = maskValue({ reasons, ...defined({ because }) }, mask);
  if (count === 0) return event;
  // Spelled out: the digest is no property of its own.
  return { type: 'call-decided', body: { ...body, ...value, digest: body.digest } };
}

/**
 * A question as a person sees it and as it is stored. What would run, and the digest of it, stay as they are. A rule with a
 * secret in it would be stored and shown for as long as it holds: none is offered.
 */
export function maskQuestion(question: Question, mask: Mask): Question {
  const { value, count } = maskValue(question, mask);
  if (count === 0 || value.kind === 'input' || question.kind === 'input') return value;
  const { digest } = question;
  const offers = question.offers.filter((offer) => maskValue(offer, mask).count === 0);
  if (offers.length === question.offers.length) return { ...value, digest };
  return { ...value, digest, offers, withheld: value.withheld ?? 'it holds a secret, and is asked about each time' };
}
