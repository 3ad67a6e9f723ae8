import type { PolicyOptions } from '../policy/frame.js';
import { defaultGrantDays } from '../policy/grant/grant.js';
import type { HostRule } from '../policy/net/host-gate.js';
import { type OpenHostsInput, openHosts } from '../policy/net/open-hosts.js';
import type { Policy } from '../policy/policy.js';
import type { SecretFinder } from '../policy/secret/judge-secrets.js';
import { type GrantDesk, noGrants } from '../run/grant-desk.js';
import type { OnAsk } from '../run/question.js';
import type { Fact } from '../tool/fact.js';
import { createGrantBook, type GrantBookOptions } from './grant-book.js';
import type { SessionOptions } from './options.js';
import { placesOf } from './session-places.js';

/** What decides in a session, and what is made lasting there. */
export interface SessionPolicy {
  readonly policy: Policy;
  readonly grants: GrantDesk;
  /** What the processes of a call with these facts may connect to. */
  openHosts(facts: readonly Fact[], scene: HostScene): Promise<readonly HostRule[]>;
  /** Answers when the uses of grants are stored. */
  settled(): Promise<void>;
}

type HostScene = Pick<OpenHostsInput, 'mode' | 'tainted'>;

type Scene = Omit<GrantBookOptions, 'policy' | 'days' | 'attended'> & {
  readonly onAsk: OnAsk;
  readonly secrets: SecretFinder;
};

/** The policy of rules, mode and grants; a policy that was handed over stands alone: nothing is made lasting with it. */
export function createSessionPolicy(options: SessionOptions, { onAsk, secrets, ...scene }: Scene): SessionPolicy {
  if (options.policy !== undefined) {
    const named = async (facts: readonly Fact[], { mode }: HostScene) =>
      openHosts({ rules: [], grants: [], facts, mode });
    return { policy: options.policy, grants: noGrants, openHosts: named, settled: async () => {} };
  }
  const book = createGrantBook({
    ...scene,
    policy: { ...policyOptions(options, scene.workspace), secrets },
    days: options.grantDays ?? defaultGrantDays,
    attended: onAsk === 'person' || typeof onAsk === 'object',
  });
  return {
    policy: book.policy,
    grants: book,
    async openHosts(facts, hostScene) {
      const { rules = [] } = options;
      return openHosts({ ...hostScene, facts, rules, grants: await book.current(), profile: scene.profile });
    },
    settled: book.settled,
  };
}

function policyOptions(options: SessionOptions, root: string): PolicyOptions {
  const { rules = [], sandbox = 'required' } = options;
  return { places: placesOf(options, root), rules, sandbox };
}
