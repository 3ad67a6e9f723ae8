import { defined } from '../base/defined.js';
import { boundTokens } from '../history/bound-tokens.js';
import { compactConversation } from '../history/conversation.js';
import { denialLine, renderDigest } from '../history/digest.js';
import type { HistoryCompacted, KeptRequest, ReceivedMessage, Summary } from '../history/event.js';
import { type CompactionPlan, planCompaction } from '../history/plan-compaction.js';
import { renderTodos, usualTodoWords } from '../history/render-todos.js';
import { picturesLeftOut, type Shortened } from '../history/shorten.js';
import { aroundRequest, imageTokens, messagesTokens, textTokens } from '../model/estimate-tokens.js';
import type { Usage } from '../model/model.js';
import { afterCompaction, beforeCompaction } from './ask-chains.js';
import { inPlaceTokens, type SummaryWish, summarise } from './compact-summary.js';
import type { Fill } from './context-gauge.js';
import type { TurnEnv } from './turn-env.js';
import { record } from './turn-state.js';

export interface CompactionWish {
  readonly why: HistoryCompacted['why'];
  /** Told what requests to the model used, also when nothing comes of them. */
  spend(model: string, usage: Usage | undefined): void;
}

/**
 * Makes the conversation shorter and records how. No call may be open. Answers nothing when there is nothing to be made
 * shorter, or when the turn was stopped meanwhile: then everything is as it was.
 */
export async function compactHistory(
  { why, spend }: CompactionWish,
  env: TurnEnv,
): Promise<HistoryCompacted | undefined> {
  const { history, gauge } = env.conversation;
  const tools = env.tools.exposed.offer().definitions;
  const fill = gauge.measure(tools);
  // Of what the model has taken so far no part is too long for it.
  const limit = gauge.limitOf(env.model()) ?? 4 * fill.tokens;
  const room = Math.max(leastRoom, limit / fill.factor - fill.fixed);
  const plan = planCompaction(history, { room, summarise: why === 'asked' });
  if (plan.drop === undefined && plan.shortened.length === 0) return undefined;
  const { chains } = env;
  const refused = chains && (await beforeCompaction(why, chains, env));
  if (refused !== undefined) env.ports.log.warn(`the conversation was not made shorter: ${refused}`);
  if (refused !== undefined || env.cancellation.stop !== undefined) return undefined;
  const summarised = plan.drop === undefined ? undefined : await summaryOf(plan.drop, { why, room, fill, env });
  const usage = summarised?.usage;
  spend(env.model().name, usage);
  if (env.cancellation.stop !== undefined) return undefined;
  const shortened = await withBlobs(plan.shortened, env);
  const compacted = {
    ...(summarised !== undefined && { summary: summarised.summary }),
    ...(shortened.length > 0 && { shortened }),
  };
  const after = messagesTokens(compactConversation(history, compacted, env.conversation.images).messages.slice(1));
  const tokens = { before: fill.tokens, after: Math.ceil((fill.fixed + after) * fill.factor) };
  if (tokens.after >= tokens.before) return undefined;
  const body = { why, tokens, ...compacted, ...defined({ usage }) };
  record(env, { type: 'history-compacted', body });
  if (chains !== undefined) await afterCompaction(body, chains, env);
  return body;
}

/** For all messages but the system message: with less nothing could be said. */
const leastRoom = 800;

interface Context {
  readonly why: HistoryCompacted['why'];
  readonly room: number;
  readonly fill: Fill;
  readonly env: TurnEnv;
}

/** The shares of the room, and the most that is good for anything. */
const share = {
  first: { of: 0.06, most: 1500 },
  current: { of: 0.12, most: 4000 },
  denials: { of: 0.05, most: 800 },
  notes: { of: 0.03, most: 300 },
  todos: { of: 0.05, most: 800 },
  text: { of: 0.14, most: 2500 },
};

const tokensFor = (part: keyof typeof share, room: number): number =>
  Math.floor(Math.min(share[part].most, room * share[part].of));

async function summaryOf(
  drop: NonNullable<CompactionPlan['drop']>,
  context: Context,
): Promise<{ readonly summary: Summary; readonly usage: Usage | undefined }> {
  const { room, fill, env } = context;
  const { cancellation } = env;
  const { history } = env.conversation;
  const model = env.model();
  env.emit({ type: 'history-compacting' });
  const limit = env.conversation.gauge.limitOf(model) ?? Math.max(usualRequest, fill.tokens);
  const request = Math.min(largestRequest, limit / fill.factor - aroundRequest);
  const tokens = Math.floor(Math.min(tokensFor('text', room), request / 6));
  const before = history.summary?.text;
  const { text, usage } = await summarise({
    model,
    messages: history.messages.slice(history.head, drop.until),
    before,
    tokens,
    request,
    cancellation,
    inPlace: requestInPlace(tokens, context),
  });
  const summary: Summary = {
    ...defined({ from: drop.from }),
    by: text === undefined ? 'digest' : 'model',
    text: text ?? renderDigest(history.ledger, { before, tokens }),
    requests: await keptRequests(drop.until, context),
    denials: newest(history.ledger.denials.map(denialLine), tokensFor('denials', room)),
    notes: newest(history.ledger.notes, tokensFor('notes', room)),
    ...openTodos(env, tokensFor('todos', room)),
  };
  return { summary, usage };
}

/** The server has read all of it: one question more costs next to nothing, and reading it anew as data would cost as much again. */
function requestInPlace(tokens: number, { why, fill, env }: Context): SummaryWish['inPlace'] {
  const { definitions: tools, found } = env.tools.exposed.offer();
  const context = env.conversation.gauge.contextOf(env.model()) ?? Number.POSITIVE_INFINITY;
  if (why === 'overflow' || fill.tokens + inPlaceTokens(tokens) * fill.factor > context) return undefined;
  return { messages: env.conversation.history.messages, tools, session: env.session.id, ...defined({ found }) };
}

/** The list outlives what is left out, whether or not requests tell it. */
function openTodos({ conversation: { history }, profile }: TurnEnv, tokens: number): Pick<Summary, 'todos'> {
  const { todos } = history.ledger;
  if (todos.every(({ status }) => status === 'completed')) return {};
  return { todos: renderTodos(todos, profile.todoInjection ?? usualTodoWords, tokens) };
}

/** What every model reads. */
const usualRequest = 4096;
/** A model that reads much at once still summarises better what is not too much. */
const largestRequest = 60_000;

/** As many as fit, the newest rather than the oldest. */
function newest(lines: readonly string[], tokens: number): readonly string[] {
  const kept: string[] = [];
  let left = tokens;
  for (const line of lines.toReversed()) {
    left -= textTokens(line);
    if (left < 0) break;
    kept.unshift(line);
  }
  return kept;
}

/** What the person asked for, of what is left out: what the session began with, and what is worked on. */
async function keptRequests(until: number, context: Context): Promise<readonly KeptRequest[]> {
  const { ledger, cuts } = context.env.conversation.history;
  const stay = new Set(cuts.filter(({ at }) => at >= until).map(({ id }) => id));
  const current = ledger.current.filter(({ messageId }) => !stay.has(messageId));
  const { first } = ledger;
  const requests: KeptRequest[] = [];
  if (first !== undefined && !stay.has(first.messageId) && !ledger.current.includes(first))
    requests.push(await keepRequest(first, 'first', tokensFor('first', context.room), context));
  const each = Math.floor(tokensFor('current', context.room) / Math.max(1, current.length));
  for (const message of current) requests.push(await keepRequest(message, 'current', each, context));
  return requests;
}

async function keepRequest(
  { text: whole, images = [] }: ReceivedMessage,
  which: KeptRequest['which'],
  tokens: number,
  { room, env }: Context,
): Promise<KeptRequest> {
  const blob = textTokens(whole) > tokens ? await keepWhole(whole, env) : undefined;
  const where = blob === undefined ? '' : `; read_file with path ${blob} gives the whole`;
  const text = boundTokens(whole, tokens, (left) => ` [… ${left} characters left out${where} …] `);
  if (images.length === 0) return { which, text };
  if (which === 'current' && images.length * imageTokens <= room * picturesShare) return { which, text, images };
  return { which, text: `${text}\n[${picturesLeftOut(images.length)}]` };
}

/** What the other parts and the last rounds leave of the room. */
const picturesShare = 0.1;

/** What is shortened can be read again. */
async function withBlobs(shortened: readonly Shortened[], env: TurnEnv): Promise<readonly Shortened[]> {
  const { messages, cuts, blobOf } = env.conversation.history;
  const results = new Map(messages.map((message) => [message.role === 'tool' ? message.callId : '', message.text]));
  const said = new Map(cuts.map(({ id, at }) => [id, messages[at]?.text]));
  const kept: Shortened[] = [];
  for (const one of shortened) {
    const whole = one.what === 'result' ? results.get(one.id) : said.get(one.id);
    const names = (one.what === 'result' || one.what === 'message') && one.chars > 0;
    const blob = !names || whole === undefined ? undefined : (blobOf(one.id) ?? (await keepWhole(whole, env)));
    kept.push({ ...one, ...defined({ blob }) });
  }
  return kept;
}

/** Only where the model could read it; and where it cannot be kept, less is said. */
async function keepWhole(text: string, { tools: { registry }, ports }: TurnEnv): Promise<string | undefined> {
  if (registry.get('read_file') === undefined) return undefined;
  return ports.blobs.write(text).catch(() => undefined);
}
