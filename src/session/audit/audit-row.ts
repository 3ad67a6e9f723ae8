import { plural } from '../../base/text.js';
import type { DecisionsKept, KeptDecision, RulesChanged, UserEventBody } from '../../config/event.js';
import type { FoundEvent } from '../../store/store.js';
import type { Fact } from '../../tool/fact.js';
import type { SessionEventBody } from '../event.js';
import { type CallStory, deciders } from './call-stories.js';

export const auditKinds = [
  'decision',
  'refusal',
  'mode',
  'rules',
  'trust',
  'grant',
  'undo',
  'taint',
  'session',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** One line of the record. Every member is always there; null where it does not apply or is not known. */
export interface AuditRow {
  readonly at: number;
  readonly kind: AuditKind;
  /** The session it is about. */
  readonly session: string | null;
  /** The number of its event in the stream it stands in. */
  readonly seq: number;
  /** Who the session is for. */
  readonly person: string | null;
  readonly callId: string | null;
  readonly tool: string | null;
  readonly verdict: string | null;
  readonly level: string | null;
  readonly mode: string | null;
  /** What decided: rules with their places, grants, or else what judged. */
  readonly by: readonly string[];
  readonly reasons: readonly string[];
  readonly facts: readonly Fact[] | null;
  /** Of exactly what was decided about. */
  readonly digest: string | null;
  /** `once`, `session`, `project`, `always`, `deny`, `text` or `several`. */
  readonly answer: string | null;
  /** Who answered, or did it, and by which channel. Null with an answer: nobody was there. */
  readonly who: string | null;
  readonly from: string | null;
  readonly outcome: string | null;
  /** What happened, in words, where it is not a decision. */
  readonly says: string | null;
  /** The session was deleted; this is what was kept of it. */
  readonly kept: boolean;
  /** It is not what was written: `audit verify` tells where the damage begins. */
  readonly damaged: boolean;
}

/** What the stream around an event tells of it. */
export interface RowContext {
  readonly person: string | null;
  readonly story: CallStory;
}

/** An event of the record as a row. One that was tampered with may be anything, and is then told as damaged. */
export function auditRow(event: FoundEvent, context: RowContext): AuditRow {
  const bare = { ...emptyRow, at: timeOf(event.at), seq: event.seq, kind: kindOf(event.type), damaged: !event.intact };
  const session = event.stream.startsWith('ses_') ? event.stream : null;
  try {
    return { ...bare, session, person: context.person, ...members(event, context) };
  } catch {
    return { ...bare, session, says: `${event.type}, which cannot be read`, damaged: true };
  }
}

/** A number that is no time, as tampering leaves it, is the beginning of all times. */
const timeOf = (at: number): number => (Number.isNaN(new Date(at).getTime()) ? 0 : at);

type Members = Partial<Omit<AuditRow, 'at' | 'seq' | 'kind'>>;

const kinds: Readonly<Record<string, AuditKind>> = {
  'call-decided': 'decision',
  'call-refused': 'refusal',
  'mode-changed': 'mode',
  'risk-mode-changed': 'mode',
  'rules-changed': 'rules',
  'trust-given': 'trust',
  'trust-revoked': 'trust',
  'grant-created': 'grant',
  'grant-revoked': 'grant',
  'change-undone': 'undo',
  'change-redone': 'undo',
  'taint-raised': 'taint',
  'taint-cleared': 'taint',
};

/** Of the types that rows are made of; what is not listed tells of sessions. */
export const kindOf = (type: string): AuditKind => kinds[type] ?? 'session';

function members(event: FoundEvent, { story }: RowContext): Members {
  const { type, body } = event as FoundEvent & (SessionEventBody | UserEventBody);
  if (type === 'call-decided') {
    const { callId, tool, verdict, level, mode, reasons, digest } = body;
    const by = deciders(body);
    return { callId, tool: tool ?? story.tool ?? null, verdict, level, mode, by, reasons, digest, ...told(story) };
  }
  if (type === 'call-refused')
    return { callId: body.callId, tool: story.tool ?? null, reasons: [body.message], ...told(story) };
  if (type === 'mode-changed') return { mode: body.to, says: `${body.from} → ${body.to}`, ...body.origin };
  if (type === 'risk-mode-changed') return { says: `risk ${body.from} → ${body.to}`, ...body.origin };
  if (type === 'session-opened') {
    const { resumed, mode, model, workspace, actor, parent } = body;
    const link = parent === undefined ? '' : ` as subagent ${parent.name} of ${parent.sessionId}`;
    const says = `${resumed ? 'gone on with' : 'opened'}${link} in ${workspace}, model ${model}`;
    return { mode, says, who: actor ?? null };
  }
  if (type === 'child-started')
    return { callId: body.callId, says: `started the subagent ${body.name} (${body.childId}): ${body.title}` };
  if (type === 'child-ended')
    return { callId: body.callId, says: `the subagent ${body.name} (${body.childId}) ended: ${body.status}` };
  if (type === 'session-forked') {
    return { says: `forked from ${body.from.sessionId} at event ${body.from.seq}`, ...body.origin };
  }
  if (type === 'session-rewound') {
    const { to, from, messageId, undoId, origin } = body;
    const where = messageId === undefined ? '' : `, before the message ${messageId}`;
    const files = undoId === undefined ? '' : ', with files';
    return { says: `went from event ${from} to event ${to}${where}${files}`, ...origin };
  }
  if (type === 'session-repaired') {
    const { validUntil, setAside, damage, origin } = body;
    return {
      says: `repaired: cut back to event ${validUntil}, ${plural(setAside, 'event')} set aside; ${damage}`,
      ...origin,
    };
  }
  if (type === 'change-undone' || type === 'change-redone') {
    const { who, from, changeIds, paths } = body;
    const files = some(paths.map(({ path }) => path));
    const did = type === 'change-undone' ? 'took back' : 'made again';
    return { says: `${did} ${plural(changeIds.length, 'change')}: ${files}`, who, from };
  }
  if (type === 'taint-raised')
    return { callId: body.callId, says: `tainted by ${taintWords[body.kind]} ${body.source}` };
  if (type === 'taint-cleared') return { says: 'taint cleared', ...body.origin };
  return userMembers(event);
}

const taintWords = { network: 'the network:', mcp: 'the MCP server', file: 'the file' } as const;

function userMembers(event: FoundEvent): Members {
  const { type, body } = event as FoundEvent & UserEventBody;
  if (type === 'session-deleted') {
    const { sessionId, events, head, decisions, damage, who, from } = body;
    const kept = `${plural(decisions, 'decision')} kept`;
    const broken = damage === undefined ? '' : `; it was damaged: ${damage}`;
    return {
      session: sessionId,
      says: `deleted, ${plural(events, 'event')}, ${kept}, head ${head}${broken}`,
      who,
      from,
    };
  }
  if (type === 'rules-changed') return { says: `${changedRules(body)} in ${body.workspace}` };
  if (type === 'trust-given') return { says: `${body.workspace} with ${plural(body.files.length, 'file')} is trusted` };
  if (type === 'trust-revoked') return { says: `${body.workspace} is not trusted any more` };
  return grantMembers(event);
}

function changedRules({ added, removed }: RulesChanged): string {
  const side = (sign: string, rules: RulesChanged['added']): readonly string[] =>
    rules.map(({ rule, origin }) => `${sign} ${rule} (${origin.file}:${origin.line})`);
  return some([...side('+', added), ...side('-', removed)]);
}

function grantMembers(event: FoundEvent): Members {
  const { type, body } = event as FoundEvent & UserEventBody;
  if (type === 'grant-created') {
    const { id, scope, rules, workspace, sessionId, expiresAt, origin } = body;
    const where = scope === 'always' ? 'everywhere' : `in ${workspace}`;
    const says = `${id} allows ${some(rules)} ${where} (${scope}) until ${new Date(expiresAt).toISOString()}`;
    const { tool, digest, who, from } = origin;
    return { session: sessionId, tool, digest, says, who, from };
  }
  if (type === 'grant-revoked') return { says: `${body.grantId} was revoked`, who: body.who, from: body.from };
  throw new Error(`${event.type} is not part of the record`);
}

const maxListed = 20;

const some = (items: readonly string[]): string =>
  items.length <= maxListed
    ? items.join(', ')
    : `${items.slice(0, maxListed).join(', ')} and ${items.length - maxListed} more`;

function told({ facts, answer, outcome }: CallStory): Members {
  const { choice = null, who = null, from = null } = answer ?? {};
  return { facts: facts ?? null, answer: choice, who, from, outcome: outcome ?? null };
}

/** The rows of what was kept of a deleted session. */
export function keptRows({ body, intact }: FoundEvent): readonly AuditRow[] {
  try {
    const { sessionId, actor, decisions } = body as DecisionsKept;
    return decisions.map((decision) => ({ ...keptRow(decision), session: sessionId, person: actor, damaged: !intact }));
  } catch {
    return [];
  }
}

function keptRow({ answer, outcome, ...decision }: KeptDecision): AuditRow {
  const { choice = null, who = null, from = null } = answer ?? {};
  return {
    ...emptyRow,
    kind: 'decision',
    ...decision,
    at: timeOf(decision.at),
    answer: choice,
    who,
    from,
    outcome: outcome ?? null,
    kept: true,
  };
}

const emptyRow: Omit<AuditRow, 'at' | 'seq' | 'kind'> = {
  session: null,
  person: null,
  callId: null,
  tool: null,
  verdict: null,
  level: null,
  mode: null,
  by: [],
  reasons: [],
  facts: null,
  digest: null,
  answer: null,
  who: null,
  from: null,
  outcome: null,
  says: null,
  kept: false,
  damaged: false,
};
