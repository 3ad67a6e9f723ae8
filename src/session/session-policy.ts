import type { Profile } from '../agent/profile.js';
import { defined } from '../base/defined.js';
import { readHome } from '../config/read-home.js';
import { defaultGrantDays } from '../policy/grant/grant.js';
import type { HostRule } from '../policy/net/host-gate.js';
import { type OpenHostsInput, openHosts } from '../policy/net/open-hosts.js';
import type { SecretFinder } from '../policy/secret/judge-secrets.js';
import { type CallGrants, noGrants } from '../run/call-grants.js';
import type { OnAsk } from '../run/question.js';
import type { Fact } from '../tool/fact.js';
import type { ScopeFolders } from '../workspace/scopes.js';
import { createGrantStore, type GrantStoreOptions } from './grant-store.js';
import type { SessionOptions } from './options.js';
import type { Remembering } from './remembering-grants.js';
import { placesOf } from './session-places.js';
import type { SessionRisk } from './session-risk.js';

/** What decides in a session, and what is made lasting there. */
export type SessionPolicy = ReturnType<typeof createSessionPolicy>;

type HostContext = Pick<OpenHostsInput, 'mode' | 'tainted'>;

type Context = Omit<GrantStoreOptions, 'policy' | 'days' | 'attended' | 'profile'> & {
  readonly profile: Pick<Profile, 'name' | 'scopes' | 'vocabulary' | 'remembers'>;
  readonly onAsk: OnAsk;
  readonly secrets: SecretFinder;
  readonly risk: Pick<SessionRisk, 'now'>;
};

/** What a host names is a folder of its own; the others are as the profile has them. */
function foldersOf(given: SessionOptions['scopes'], usual: ScopeFolders | undefined): ScopeFolders | undefined {
  if (given === undefined) return usual;
  return { private: given.private, shared: given.shared ?? usual?.shared ?? given.private, public: given.public };
}

/** The policy of rules, mode and grants; a policy that was handed over stands alone: nothing is made lasting with it. */
export function createSessionPolicy(options: SessionOptions, { onAsk, secrets, risk, ...context }: Context) {
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
    scopes: foldersOf(options.scopes, profile.scopes),
    riskMode: () => risk.now,
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
  const { remembers } = profile;
  return {
    policy: book.policy,
    grants:
      remembers === undefined ? book : remembering(book, { file: remembers, home: places.home, profile: profile.name }),
    /** How many days a grant lasts. */
    grantDays,
    /** What the processes of a call with these facts may connect to. */
    async openHosts(facts: readonly Fact[], hosts: HostContext): Promise<readonly HostRule[]> {
      return openHosts({ ...hosts, facts, rules, grants: await book.current(), profile: profile.name });
    },
    /** Answers when the uses of grants are stored. */
    settled: book.settled,
  };
}

/** Loaded with the first question. */
function remembering(grants: CallGrants, options: Remembering): CallGrants {
  const loaded = async (): Promise<CallGrants> =>
    (await import('./remembering-grants.js')).rememberingGrants(grants, options);
  return {
    offer: async (call) => (await loaded()).offer(call),
    create: async (chosen, call) => (await loaded()).create(chosen, call),
    used: grants.used,
  };
}
