import { defined } from '../../base/defined.js';
import { createPolicy, type GrantingOptions } from '../create-policy.js';
import type { Decision, PolicyInput } from '../policy.js';
import type { Grant } from './grant.js';

/** What would be decided if these rules were granted too, in answer to a question like that of the input. */
export type GrantTrial = (rules: readonly string[], input: PolicyInput) => Decision | Promise<Decision>;

/** Tries grants out on the policy itself, so that none is offered in vain, or passed off as narrower than it is. */
export function createGrantTrial(options: GrantingOptions, { tainted }: Pick<Grant, 'tainted'> = {}): GrantTrial {
  let list: readonly Grant[] = [];
  let last: readonly string[] | undefined;
  const policy = createPolicy({ ...options, grants: { inForce: () => list } });
  return (rules, input) => {
    // The same rules are tried on many calls: they are compiled once.
    if (rules !== last)
      list = [...(options.grants?.inForce() ?? []), { ...tried(rules, input), tainted: tainted === true }];
    last = rules;
    return policy.decide(input);
  };
}

export const passes = ({ verdict }: Decision): boolean => verdict === 'allow' || verdict === 'notify';

function tried(rules: readonly string[], { sandboxed, tool }: PolicyInput): Grant {
  return {
    id: 'offer',
    scope: 'session',
    rules,
    workspace: '',
    sessionId: '',
    createdAt: 0,
    expiresAt: Number.POSITIVE_INFINITY,
    unconfined: !sandboxed,
    ...defined({ pinned: tool.pinned }),
    origin: { questionId: '', tool: tool.name, digest: '', who: '', from: '' },
  };
}
