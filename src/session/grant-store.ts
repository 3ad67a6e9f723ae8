import type { Clock } from '../base/clock.js';
import { defined } from '../base/defined.js';
import { messageOf } from '../base/error.js';
import { createId } from '../base/id.js';
import { type UserEventBody, userStream } from '../config/event.js';
import { createPolicy } from '../policy/create-policy.js';
import type { PolicyOptions } from '../policy/fixed-judgements.js';
import type { Grant, GrantOffers } from '../policy/grant/grant.js';
import type { PastCall } from '../policy/grant/past-call.js';
import type { Decision, Policy } from '../policy/policy.js';
import { asksForTaint } from '../policy/taint/judge-taint.js';
import type { AskedCall, CallGrants } from '../run/call-grants.js';
import type { Store } from '../store/store.js';
import type { LogPort } from '../tool/port.js';
import { type GrantRecord, heldFrom, holdsIn, noteGrantEvent, prefix } from './grant-records.js';
import { readPastCalls } from './past-calls.js';

export interface GrantStoreOptions {
  readonly store: Store;
  readonly sessionId: string;
  /** The real path. */
  readonly workspace: string;
  readonly policy: PolicyOptions;
  readonly profile: string;
  /** Whether somebody is there who could make something lasting. */
  readonly attended: boolean;
  readonly days: number;
  readonly clock: Clock;
  readonly log: LogPort;
}

/** The grants of a session, kept in the stream of the user. */
export interface GrantStore extends CallGrants {
  /** Decides with the grants in force, having looked for what other programs did wherever that matters. */
  readonly policy: Policy;
  /** Those in force, with what other programs did. */
  current(): Promise<readonly Grant[]>;
  /** Answers when everything is stored. */
  settled(): Promise<void>;
}

const none: readonly Grant[] = [];
const dayMs = 24 * 60 * 60 * 1000;

export function createGrantStore(options: GrantStoreOptions): GrantStore {
  const { store, clock, log, workspace, sessionId } = options;
  const records = new Map<string, GrantRecord>();
  /** Those given in this session: of the scope `session` no others hold. */
  const own = new Set<string>();
  const offered = new Map<string, GrantOffers>();
  let seen = 0;
  let list = none;
  let nextExpiry = Number.POSITIVE_INFINITY;
  let allHeldFrom = Number.NEGATIVE_INFINITY;
  let storing: Promise<unknown> = Promise.resolve();
  let past: Promise<readonly PastCall[]> | undefined;
  const asked: PastCall[] = [];

  const relist = (): void => {
    const context = { workspace, own, now: clock.now() };
    const found = [...records.values()].filter((record) => holdsIn(record, context)).map(({ grant }) => grant);
    list = found.length === 0 ? none : found;
    nextExpiry = Math.min(...found.map(({ expiresAt }) => expiresAt));
    allHeldFrom = Math.max(...found.map(heldFrom));
  };
  const inForce = (): readonly Grant[] => {
    const now = clock.now();
    if (now >= nextExpiry || now < allHeldFrom) relist();
    return list;
  };

  /** Takes in what was recorded since. What cannot be read is as if nothing was granted. */
  async function refresh(): Promise<boolean> {
    const before = list;
    try {
      const events = await store.read(userStream, { after: seen });
      let news = false;
      for (const event of events) {
        // Of two that looked at the same time, the second brings nothing new.
        if (event.seq <= seen) continue;
        seen = event.seq;
        noteGrantEvent(records, event);
        news ||= event.type === 'grant-created' || event.type === 'grant-revoked';
      }
      if (news || (list === none && records.size > 0)) relist();
    } catch (error) {
      log.warn(`grants do not count, because they cannot be read: ${messageOf(error)}`);
      list = none;
      nextExpiry = Number.POSITIVE_INFINITY;
      allHeldFrom = Number.NEGATIVE_INFINITY;
    }
    return list !== before;
  }

  const policy = createPolicy({ ...options.policy, grants: { inForce } });
  const decide: Policy['decide'] = (input) => {
    const decision = policy.decide(input);
    if (decision instanceof Promise || !turnsOnGrants(decision)) return decision;
    // Only where a grant makes the difference: what another program took back must not let one more call pass.
    return refresh().then((changed) => (changed ? policy.decide(input) : decision));
  };

  async function offerFor({ callId, decision, ...call }: AskedCall): Promise<GrantOffers> {
    past ??= readPastCalls(options).catch(() => []);
    const { tool, facts, mode, sandboxed, tainted = false, taint = [] } = call;
    const context = { policy: { ...options.policy, grants: { inForce } }, past: [...asked, ...(await past)] };
    asked.unshift({ tool: tool.name, facts, mode });
    asked.splice(maxAsked);
    const input = { tool, facts, mode, sandboxed, tainted, taint, profile: options.profile };
    const { offerGrants } = await import('../policy/grant/offer-grants.js');
    const offers = await offerGrants(input, decision, context);
    offered.set(callId, offers);
    return offers;
  }

  return {
    policy: { decide },
    async current() {
      await refresh();
      return inForce();
    },
    async offer(call) {
      if (!options.attended) return { offers: [] };
      try {
        return await offerFor(call);
      } catch (error) {
        return { offers: [], withheld: `what could be made lasting was not found out: ${messageOf(error)}` };
      }
    },
    async create({ scope, rules, questionId, origin }, { callId, tool, digest, sandboxed, decision }) {
      const offer = offered.get(callId)?.offers.find((one) => one.rules.join('\n') === rules.join('\n'));
      if (offer === undefined) throw new Error('that was not offered for this call');
      const createdAt = clock.now();
      const grant: Grant = {
        id: createId(prefix, createdAt),
        scope,
        rules: offer.rules,
        workspace,
        sessionId,
        createdAt,
        expiresAt: createdAt + options.days * dayMs,
        unconfined: !sandboxed,
        ...(asksForTaint(decision) && { tainted: true }),
        ...defined({ pinned: tool.pinned }),
        origin: { questionId, tool: tool.name, digest, ...origin },
      };
      own.add(grant.id);
      await store.append(userStream, [{ type: 'grant-created', body: grant } satisfies UserEventBody]);
      await refresh();
    },
    used(decision, callId) {
      const ids = new Set(decision.because?.flatMap(({ grant }) => (grant === undefined ? [] : [grant])));
      if (ids.size === 0) return;
      const events = [...ids].map(
        (grantId): UserEventBody => ({ type: 'grant-used', body: { grantId, sessionId, callId } }),
      );
      storing = Promise.all([storing, store.append(userStream, events)]).catch((error: unknown) =>
        log.warn(`the use of a grant was not recorded: ${messageOf(error)}`),
      );
    },
    settled: async () => void (await storing),
  };
}

const maxAsked = 100;

const turnsOnGrants = ({ verdict, because }: Decision): boolean =>
  verdict === 'ask' || because?.some(({ grant }) => grant !== undefined) === true;
