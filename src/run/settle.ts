import { defined } from '../base/defined.js';
import { messageOf } from '../base/error.js';
import { following, guarded, type MaybePromise } from '../base/maybe-promise.js';
import { boundText, cutEnd } from '../base/text.js';
import type { Mask } from '../policy/secret/mask.js';
import { maskValue } from '../policy/secret/mask-value.js';
import { type Checker, checkerFor, renderIssues } from '../schema/check.js';
import {
  type ErrorType,
  fail,
  type Outcome,
  type ResultMetadata,
  type ToolFailure,
  type ToolResult,
} from '../tool/outcome.js';
import type { ImageRef, Tool } from '../tool/tool.js';
import type { CallState } from './call.js';
import type { RunEnv } from './env.js';
import type { Settlement } from './event.js';
import type { Finish } from './finish.js';
import { keptEnclosures } from './kept-enclosures.js';

type Settling = Omit<Extract<CallState, { stage: 'settle' }>, 'ran' | 'halt'>;

/**
 * Puts the end of a call into words, with the secrets in them masked: what is settled is stored as it is. Whatever a tool
 * does to its result, the call is settled.
 */
export function settle(state: Settling, env: RunEnv): MaybePromise<Settlement> {
  // A command may have written a new secret, and printed it; a file may hold one that is new.
  if (state.facts.length > 0 || state.tool?.effects !== 'none') env.secrets.refreshSecrets();
  return guarded(
    () => settleResult(state, env),
    (error) => unwordable(state, error, env),
  );
}

function unwordable(state: Settling, error: unknown, env: RunEnv): Settlement {
  const { text, count: masked } = env.secrets.mask.text(
    `${state.call.name} is broken: its result cannot be put into words: ${messageOf(error)}.`,
  );
  const finish: Finish = {
    type: 'failure',
    failure: fail('internal_error', text),
    durationMs: durationOf(state.finish),
  };
  const nothing = { ...showsNothing, masked };
  const content = env.words.renderResult(result(state, finish, nothing, env), state.tool);
  return settlement(state, finish, { content, shown: nothing }, env);
}

/** The result, checked against the result's schema, bounded, the whole kept where it is cut. */
function settleResult(state: Settling, env: RunEnv): MaybePromise<Settlement> {
  const { tool, finish } = state;
  const hasMore = tool?.images !== undefined || tool?.enclosures !== undefined;
  return finish.type === 'value' && hasMore ? settleMore(state, tool, env) : settleChecked(state, env);
}

const maxImages = 20;

/** What is shown beside the words. A picture that is not kept is left out: the words tell of it. */
async function settleMore(state: Settling, tool: Tool, env: RunEnv): Promise<Settlement> {
  const settled = await settleChecked(state, env);
  if (state.finish.type !== 'value' || settled.outcome !== 'ok') return settled;
  const value = state.finish.value as never;
  const images: ImageRef[] = [];
  for (const image of tool.images?.(value).slice(0, maxImages) ?? []) {
    if (await env.words.loadImage(image)) images.push(image);
  }
  const enclosures = await keptEnclosures(tool.enclosures?.(value) ?? [], env);
  return { ...settled, ...(images.length > 0 && { images }), ...(enclosures.length > 0 && { enclosures }) };
}

function settleChecked(state: Settling, env: RunEnv): MaybePromise<Settlement> {
  const { tool, finish } = state;
  if (finish.type !== 'value' || tool?.result === undefined) return describe(state, finish, env);
  const { result } = tool;
  const checked = guarded(
    () => following(checkerFor(result), (check) => checkResult(tool, finish, check)),
    (error) => badSchema(tool, finish, error),
  );
  return following(checked, (end) => describe(state, end, env));
}

function badSchema(tool: Tool, finish: Value, error: unknown): Finish {
  return broken(tool, `the schema of its result is itself wrong: ${messageOf(error)}`, finish.durationMs);
}

type Value = Extract<Finish, { type: 'value' }>;

function checkResult(tool: Tool, finish: Value, check: Checker): Finish {
  const issues = check(finish.value);
  if (issues.length === 0) return finish;
  return broken(tool, `its result does not fit its own schema: ${renderIssues(issues)}`, finish.durationMs);
}

function describe(state: Settling, raw: Finish, env: RunEnv): MaybePromise<Settlement> {
  const { mask } = env.secrets;
  const { finish, count } = maskFinish(raw, mask);
  const shown = show(state.tool, finish, mask);
  if ('broken' in shown && state.tool !== undefined) {
    const failed = maskFinish(broken(state.tool, shown.broken, durationOf(finish)), mask);
    return word(state, failed.finish, { ...showsNothing, masked: failed.count }, env);
  }
  const known = shown as Shown;
  const masked = known.masked + count + maskedInOutput(state, env);
  return word(state, finish, masked === 0 ? known : { ...known, masked }, env);
}

/** What processes print is masked as it comes. */
function maskedInOutput({ call }: Settling, { secrets: { masked } }: RunEnv): number {
  const count = masked.get(call.id) ?? 0;
  masked.delete(call.id);
  return count;
}

/** Before the tool has words for it: what it cuts or numbers there must not hide a secret from the mask. */
function maskFinish(finish: Finish, mask: Mask): { readonly finish: Finish; readonly count: number } {
  if (finish.type === 'value') {
    const { value, count } = maskValue(finish.value, mask);
    return { finish: count === 0 ? finish : { ...finish, value }, count };
  }
  const { errorType, message, data } = finish.failure;
  const words = mask.text(message);
  const masked = maskData(data, mask);
  const count = words.count + masked.count;
  const same = count === 0 && masked.value === data;
  return { finish: same ? finish : { ...finish, failure: fail(errorType, words.text, masked.value) }, count };
}

/** A failure still counts as it is when what it is about cannot be looked at: that is left out. */
function maskData(data: unknown, mask: Mask): { readonly value: unknown; readonly count: number } {
  try {
    const masked = maskValue(data, mask);
    return masked.count === 0 ? { value: data, count: 0 } : masked;
  } catch {
    return { value: undefined, count: 0 };
  }
}

interface Shown {
  /** Text, or a JSON value when the tool has no words of its own. */
  readonly data: unknown;
  /** In bytes, as text. */
  readonly size: number;
  readonly display: string | undefined;
  /** How many secrets were masked in it. */
  readonly masked: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

const showsNothing: Shown = { data: null, size: 0, display: undefined, masked: 0 };

function show(tool: Tool | undefined, finish: Finish, mask: Mask): Shown | { readonly broken: string } {
  if (finish.type !== 'value') return showFailed(tool, finish.failure.data, mask);
  if (finish.value === undefined) return { broken: 'it returned undefined; a tool returns a value or fail(…)' };
  try {
    return (
      shownBy(tool, finish.value, mask) ?? { broken: `it returned a ${typeof finish.value}, which cannot be passed on` }
    );
  } catch (error) {
    return { broken: `its result cannot be shown: ${messageOf(error)}` };
  }
}

/** No schema vouches for the data of a failure: when the tool cannot show it, the failure still counts as it is. */
function showFailed(tool: Tool | undefined, data: unknown, mask: Mask): Shown {
  if (data === undefined) return showsNothing;
  for (const shower of [tool, undefined]) {
    try {
      return shownBy(shower, data, mask) ?? showsNothing;
    } catch {
      // Shown without the tool's own words, or not at all.
    }
  }
  return showsNothing;
}

/** A tool may find other words for what it returned, and say more there. */
function shownBy(tool: Tool | undefined, value: unknown, mask: Mask): Shown | undefined {
  const displayed: unknown = tool?.display?.(value as never);
  const display = typeof displayed === 'string' ? mask.text(displayed).text : undefined;
  const words: unknown = tool?.show?.(value as never) ?? value;
  if (typeof words === 'string') {
    const { text, count: masked } = words === value ? { text: words, count: 0 } : mask.text(words);
    const shown: Shown = { data: text, size: Buffer.byteLength(text), display, masked };
    const details = tool?.details?.(value as never);
    return details === undefined ? shown : { ...shown, details };
  }
  const json: unknown = JSON.stringify(value);
  return typeof json === 'string' ? { data: value, size: Buffer.byteLength(json), display, masked: 0 } : undefined;
}

function word(state: Settling, finish: Finish, shown: Shown, env: RunEnv): MaybePromise<Settlement> {
  const limit = state.tool?.limits.resultChars ?? env.guards.limits.resultChars;
  const content = env.words.renderResult(result(state, finish, shown, env), state.tool);
  if (content.length <= limit) return settlement(state, finish, { content, shown }, env);
  return spill(state, boundMessage(finish, Math.floor(limit / 3)), shown, { env, limit });
}

/** A failure's own message must leave room for what it is about. */
function boundMessage(finish: Finish, max: number): Finish {
  if (finish.type === 'value' || finish.failure.message.length <= max) return finish;
  const { errorType, message, data } = finish.failure;
  const short = boundText(message, max, (left) => ` [… ${left} characters left out …] `);
  return { ...finish, failure: fail(errorType, short, data) };
}

/** What reads a blob here. */
function readerOf({ tools: { registry } }: RunEnv): string {
  const reads = ({ name, viewOf = name }: Tool): boolean => viewOf === 'read_file';
  const reader = registry.get('read_file') ?? registry.list().find(reads);
  return reader === undefined ? 'as' : `${reader.name} with path`;
}

/** The whole goes into a blob; the message keeps head and tail and says where the rest is. */
async function spill(
  state: Settling,
  finish: Finish,
  shown: Shown,
  { env, limit }: { env: RunEnv; limit: number },
): Promise<Settlement> {
  if (shown.data === null) {
    const content = env.words.renderResult(result(state, finish, shown, env), state.tool);
    return settlement(state, finish, { content: cutEnd(content, limit), shown }, env);
  }
  const text = typeof shown.data === 'string' ? shown.data : JSON.stringify(shown.data ?? '');
  const blob = await env.ports.blobs.write(text).catch(() => undefined);
  const reader = readerOf(env);
  const where = blob === undefined ? 'could not be kept' : `is kept: ${reader} ${blob}`;
  const notice = (left: number): string =>
    env.words.renderCut?.({ total: text.length, shown: text.length - left, where }) ??
    `\n[… ${left} characters left out; the whole ${where} …]\n`;
  const render = (data: string): string =>
    env.words.renderResult(result(state, finish, { ...shown, data }, env), state.tool);
  let content = render('');
  // What is escaped in JSON takes more room than it has characters: cut until it fits.
  for (let max = limit - content.length; max > 0; max = Math.floor(max * 0.8)) {
    const bound = render(boundText(text, max, notice));
    if (bound.length > limit) continue;
    content = bound;
    break;
  }
  return settlement(state, finish, { content: cutEnd(content, limit), shown, blob }, env);
}

/** The whole is in the record, as the model reads it. */
const maxMessage = 20_000;

interface Worded {
  readonly content: string;
  readonly shown: Shown;
  readonly blob?: string | undefined;
}

function settlement(state: Settling, finish: Finish, { content, shown, blob }: Worded, env: RunEnv): Settlement {
  const settled: { -readonly [Key in keyof Settlement]: Settlement[Key] } = {
    callId: state.call.id,
    name: state.call.name,
    outcome: outcomeOf(finish),
    errorType: errorTypeOf(finish),
    content,
    durationMs: durationOf(finish),
  };
  if (shown.display !== undefined) settled.display = cutEnd(shown.display, 4000);
  if (env.words.renderMessage !== undefined)
    settled.message = cutEnd(env.words.renderMessage(result(state, finish, shown, env), state.call.name), maxMessage);
  if (blob !== undefined) settled.blob = blob;
  if (shown.masked > 0) settled.masked = shown.masked;
  return settled;
}

function result(state: Settling, finish: Finish, shown: Shown, env: RunEnv): ToolResult {
  const failure = finish.type === 'value' ? undefined : finish.failure;
  const { rewrittenBy } = state.call;
  const metadata: { -readonly [Key in keyof ResultMetadata]: ResultMetadata[Key] } = {
    execution_time_ms: durationOf(finish),
    data_size_bytes: shown.size,
    timestamp: env.ports.clock.now(),
  };
  if (finish.type === 'denied' && finish.byPerson === true) metadata.denied_by_person = true;
  if (finish.type === 'failure' && finish.limit !== undefined) metadata.limit = finish.limit;
  if (state.coercions.length > 0) metadata.coerced = state.coercions.slice(0, 20);
  if (rewrittenBy !== undefined) metadata.rewritten_by = rewrittenBy;
  const evicted = env.tools.exposed?.madeRoom(state.call.id);
  if (evicted !== undefined) metadata.evicted = evicted;
  return {
    success: failure === undefined,
    data: shown.data,
    error_message: failure?.message ?? null,
    error_type: errorTypeOf(finish),
    metadata,
    ...defined({ details: shown.details }),
  };
}

export function outcomeOf(finish: Finish): Outcome {
  if (finish.type === 'value') return 'ok';
  if (finish.type === 'failure')
    return finish.failure.errorType === 'timeout' ? 'timeout' : outcomeOfFailure(finish.failure);
  return finish.type;
}

function outcomeOfFailure({ errorType }: ToolFailure): Outcome {
  if (errorType === 'permission_denied') return 'denied';
  return errorType === 'cancelled' ? 'cancelled' : 'error';
}

const errorTypeOf = (finish: Finish): ErrorType => (finish.type === 'value' ? 'none' : finish.failure.errorType);

const durationOf = (finish: Finish): number => ('durationMs' in finish ? finish.durationMs : 0);

function broken(tool: Tool, what: string, durationMs: number): Finish {
  return {
    type: 'failure',
    failure: fail('internal_error', `${tool.name} is broken: ${what}. Try another way.`),
    durationMs,
  };
}
