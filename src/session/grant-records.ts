import { ToolwrightError } from '../base/error.js';
import { plural } from '../base/text.js';
import { type UserEventBody, userStream } from '../config/event.js';
import type { Grant } from '../policy/grant/grant.js';
import { isTooBroad } from '../policy/grant/grant-breadth.js';
import type { AnswerOrigin } from '../run/question.js';
import type { Store, StoredEvent } from '../store/store.js';

/** A grant with what became of it. */
export interface GrantRecord {
  readonly grant: Grant;
  /** How many calls passed by it. */
  readonly uses: number;
  readonly lastUsedAt?: number;
  readonly revoked?: AnswerOrigin & { readonly at: number };
}

/** `session`: it ends, or has ended, with the program that it was given in. */
export type GrantState = 'in force' | 'session' | 'expired' | 'revoked';

export function grantState({ grant, revoked }: GrantRecord, now: number): GrantState {
  if (revoked !== undefined) return 'revoked';
  if (grant.expiresAt <= now || now < heldFrom(grant)) return 'expired';
  return grant.scope === 'session' ? 'session' : 'in force';
}

/** A clock that was set back by more than a day tells nothing of how old a grant is: until it is set right, none holds. */
export const heldFrom = ({ createdAt }: Grant): number => createdAt - 24 * 60 * 60 * 1000;

/** Whether a grant holds in a workspace; of those of a session, only its own program knows. */
export function holdsIn(
  record: GrantRecord,
  { workspace, now, own }: { readonly workspace: string; readonly now: number; readonly own?: ReadonlySet<string> },
): boolean {
  const { grant } = record;
  const state = grantState(record, now);
  if (isTooBroad(grant.rules, grant.pinned)) return false;
  if (state === 'session') return own?.has(grant.id) === true;
  return state === 'in force' && (grant.scope === 'always' || grant.workspace === workspace);
}

/** Every grant there ever was, oldest first. */
export async function listGrants(store: Store): Promise<readonly GrantRecord[]> {
  const records = new Map<string, GrantRecord>();
  for (const event of await store.read(userStream)) noteGrantEvent(records, event);
  return [...records.values()];
}

/** Takes grants back, at once and for every program that looks at this store. */
export async function revokeGrants(store: Store, ids: readonly string[], { who, from }: AnswerOrigin): Promise<void> {
  const events = ids.map((grantId): UserEventBody => ({ type: 'grant-revoked', body: { grantId, who, from } }));
  await store.append(userStream, events);
}

/** The grant meant: its id, or the start of it that no other shares. */
export function findGrant(records: readonly GrantRecord[], given: string): GrantRecord {
  const exact = records.find(({ grant }) => grant.id === given);
  const matches = records.filter(({ grant }) => given !== '' && isStart(given, grant.id));
  const [first] = matches;
  if (exact !== undefined) return exact;
  if (first !== undefined && matches.length === 1) return first;
  if (matches.length > 1) {
    const shown = matches.slice(0, 5).map(({ grant }) => grant.id);
    throw new ToolwrightError(
      'bad-usage',
      `${plural(matches.length, 'grant')} begin with ${given}: ${shown.join(', ')}. Give more of the id.`,
    );
  }
  throw new ToolwrightError('bad-usage', `There is no grant ${given}: \`toolwright grants --all\` lists them.`);
}

const isStart = (given: string, id: string): boolean => id.startsWith(given) || id.startsWith(`${prefix}_${given}`);

/** What the ids of grants begin with. */
export const prefix = 'grant';

/** Takes one event of the user's stream into account; those about other things are passed over. */
export function noteGrantEvent(records: Map<string, GrantRecord>, event: StoredEvent): void {
  const { type, body } = event as StoredEvent & UserEventBody;
  if (type === 'grant-created') records.set(body.id, { grant: body, uses: 0 });
  if (type !== 'grant-used' && type !== 'grant-revoked') return;
  const record = records.get(body.grantId);
  if (record === undefined) return;
  if (type === 'grant-used') records.set(body.grantId, { ...record, uses: record.uses + 1, lastUsedAt: event.at });
  else if (record.revoked === undefined)
    records.set(body.grantId, { ...record, revoked: { at: event.at, who: body.who, from: body.from } });
}
