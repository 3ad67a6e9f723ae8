import type { Profile } from '../agent/profile.js';
import { defined } from '../base/defined.js';
import { readHome } from '../config/read-home.js';
import { defaultGrantDays } from '../policy/grant/grant.js';
import type { HostRule } from '../policy/net/host-gate.js';
import { type OpenHostsInput, openHosts } from '../policy/net/open-hosts.js';
import type { Policy } from '../policy/policy.js';
import type { SecretFinder } from '../policy/secret/judge-secrets.js';
import { type CallGrants, noGrants } from '../run/call-grants.js';
import type { OnAsk } from '../run/question.js';
import type { Fact } from '../tool/fact.js';
import { createGrantStore, type GrantStoreOptions } from './grant-store.js';
import type { SessionOptions } from './options.js';
import { placesOf } from './session-places.js';

/** What decides in a session, and what is made lasting there. */
export interface SessionPolicy {
  readonly policy: Policy;
  readonly grants: CallGrants;
  /** How many days a grant lasts. */
  readonly grantDays: number;
  /** What the processes of a call with these facts may connect to. */
  openHosts(facts: readonly Fact[], context: HostContext): Promise<readonly HostRule[]>;
  /** Answers when the uses of grants are stored. */
  settled(): Promise<void>;
}

type HostContext = Pick<OpenHostsInput, 'mode' | 'tainted'>;

type Context = Omit<GrantStoreOptions, 'policy' | 'days' | 'attended' | 'profile'> & {
  readonly profile: Pick<Profile, 'name' | 'vocabulary'>;
  readonly onAsk: OnAsk;
  readonly secrets: SecretFinder;
};

/** The policy of rules, mode and grants; a policy that was handed over stands alone: nothing is made lasting with it. */
export function createSessionPolicy(options: SessionOptions, { onAsk, secrets, ...context }: Context): SessionPolicy {
  const { grantDays = defaultGrantDays } = options;
  if (options.policy !== undefined) {
    const named = async (facts: readonly Fact[], { mode }: HostContext) =>
      openHosts({ rules: [], grants: [], facts, mode });
    return { policy: options.policy, grants: noGrants, grantDays, openHosts: named, settled: async () => {} };
  }
  const attended = onAsk === 'person' || typeof onAsk === 'object';
  const { profile, workspace, sessionId } = context;
  const places = placesOf(options, workspace);
  const { rules = [], sandbox = 'required' } = options;
  const vocabulary = profile.vocabulary?.({
    places,
    rules,
    sessionId,
    attended,
    readHome: (path) => readHome(path, places.home),
    warn: (message) => context.log.warn(message),
  });
  const book = createGrantStore({
    ...context,
    profile: profile.name,
    policy: { places, rules, sandbox, secrets, ...defined({ vocabulary }) },
    days: grantDays,
    attended,
  });
  return {
    policy: book.policy,
    grants: book,
    grantDays,
    async openHosts(facts, hosts) {
      return openHosts({ ...hosts, facts, rules, grants: await book.current(), profile: profile.name });
    },
    settled: book.settled,
  };
}
