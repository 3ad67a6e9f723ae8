import type { GrantOffers, GrantScope } from '../policy/grant/grant.js';
import type { Decision, PolicyInput } from '../policy/policy.js';
import type { AnswerOrigin } from './question.js';

/** A call that a person is asked about. */
export interface AskedCall extends Pick<PolicyInput, 'tool' | 'facts' | 'mode' | 'sandboxed' | 'tainted' | 'taint'> {
  readonly callId: string;
  readonly decision: Decision;
  readonly digest: string;
}

export interface ChosenGrant {
  readonly scope: GrantScope;
  readonly rules: readonly string[];
  readonly questionId: string;
  readonly origin: AnswerOrigin;
}

/** The grants of a session: offered with questions, made by answers, counted when they let a call pass. */
export interface CallGrants {
  offer(call: AskedCall): GrantOffers | Promise<GrantOffers>;
  /** Answers once the grant is stored and in force. Rejects when it could not be stored: it is then not given. */
  create(chosen: ChosenGrant, call: AskedCall): Promise<void>;
  /** Takes note of the grants a decision names. */
  used(decision: Decision, callId: string): void;
}

/** Where nothing is made lasting. */
export const noGrants: CallGrants = {
  offer: () => ({ offers: [], withheld: 'nothing is made lasting here' }),
  create: () => Promise.reject(new Error('nothing is made lasting here')),
  used: () => {},
};
