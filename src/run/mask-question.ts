import type { Mask } from '../policy/secret/mask.js';
import { maskValue } from '../policy/secret/mask-value.js';
import type { Question } from './question.js';

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
