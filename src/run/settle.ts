import { messageOf } from '../base/error.js';
import { boundText, cutEnd } from '../base/text.js';
import { type Checker, checkerFor, renderIssues } from '../schema/check.js';
import { type ErrorType, fail, type Outcome, type ToolFailure, type ToolResult } from '../tool/outcome.js';
import type { Tool } from '../tool/tool.js';
import type { CallState, Finish } from './call.js';
import type { RunEnv } from './env.js';
import type { Settlement } from './event.js';

type Settling = Extract<CallState, { stage: 'settle' }>;

/** Puts the end of a call into words. Whatever a tool does to its result, the call is settled. */
export function settle(state: Settling, env: RunEnv): Settlement | Promise<Settlement> {
  try {
    const settled = settleResult(state, env);
    return settled instanceof Promise ? settled.catch((error: unknown) => unwordable(state, error, env)) : settled;
  } catch (error) {
    return unwordable(state, error, env);
  }
}

function unwordable(state: Settling, error: unknown, env: RunEnv): Settlement {
  const failure = fail(
    'internal_error',
    `${state.call.name} is broken: its result cannot be put into words: ${messageOf(error)}.`,
  );
  const finish: Finish = {
    type: 'failure',
    failure,
    durationMs: 'durationMs' in state.finish ? state.finish.durationMs : 0,
  };
  const nothing = { data: null, size: 0, display: undefined };
  return settlement(state, finish, env.renderResult(result(state, finish, nothing, env)), nothing);
}

/** The result, checked against the result's schema, bounded, the whole kept where it is cut. */
function settleResult(state: Settling, env: RunEnv): Settlement | Promise<Settlement> {
  const { tool, finish } = state;
  if (finish.type !== 'value' || tool?.result === undefined) return describe(state, finish, env);
  try {
    const checker = checkerFor(tool.result);
    if (!(checker instanceof Promise)) return describe(state, checkResult(tool, finish, checker), env);
    return checker.then(
      (check) => describe(state, checkResult(tool, finish, check), env),
      (error: unknown) => describe(state, badSchema(tool, finish, error), env),
    );
  } catch (error) {
    return describe(state, badSchema(tool, finish, error), env);
  }
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

function describe(state: Settling, finish: Finish, env: RunEnv): Settlement | Promise<Settlement> {
  const shown = show(state.tool, finish);
  if ('broken' in shown && state.tool !== undefined) {
    const failed = broken(state.tool, shown.broken, 'durationMs' in finish ? finish.durationMs : 0);
    return word(state, failed, show(state.tool, failed) as Shown, env);
  }
  return word(state, finish, shown as Shown, env);
}

interface Shown {
  /** Text, or a JSON value when the tool has no words of its own. */
  readonly data: unknown;
  /** In bytes, as text. */
  readonly size: number;
  readonly display: string | undefined;
}

function show(tool: Tool | undefined, finish: Finish): Shown | { readonly broken: string } {
  if (finish.type !== 'value') return showFailed(tool, finish.failure.data);
  if (finish.value === undefined) return { broken: 'it returned undefined; a tool returns a value or fail(…)' };
  try {
    return shownBy(tool, finish.value) ?? { broken: `it returned a ${typeof finish.value}, which cannot be passed on` };
  } catch (error) {
    return { broken: `its result cannot be shown: ${messageOf(error)}` };
  }
}

/** No schema vouches for the data of a failure: when the tool cannot show it, the failure still counts as it is. */
function showFailed(tool: Tool | undefined, data: unknown): Shown {
  const nothing = { data: null, size: 0, display: undefined };
  if (data === undefined) return nothing;
  for (const shower of [tool, undefined]) {
    try {
      return shownBy(shower, data) ?? nothing;
    } catch {
      // Shown without the tool's own words, or not at all.
    }
  }
  return nothing;
}

function shownBy(tool: Tool | undefined, value: unknown): Shown | undefined {
  const displayed: unknown = tool?.display?.(value as never);
  const display = typeof displayed === 'string' ? displayed : undefined;
  const words: unknown = tool?.show?.(value as never) ?? value;
  const text = typeof words === 'string' ? words : undefined;
  const json: unknown = text ?? JSON.stringify(value);
  return typeof json === 'string' ? { data: text ?? value, size: Buffer.byteLength(json), display } : undefined;
}

function word(state: Settling, finish: Finish, shown: Shown, env: RunEnv): Settlement | Promise<Settlement> {
  const limit = state.tool?.limits.resultChars ?? env.limits.resultChars;
  const content = env.renderResult(result(state, finish, shown, env));
  if (content.length <= limit) return settlement(state, finish, content, shown);
  return spill(state, boundMessage(finish, Math.floor(limit / 3)), shown, { env, limit });
}

/** A failure's own message must leave room for what it is about. */
function boundMessage(finish: Finish, max: number): Finish {
  if (finish.type === 'value' || finish.failure.message.length <= max) return finish;
  const { errorType, message, data } = finish.failure;
  const short = boundText(message, max, (left) => ` [… ${left} characters left out …] `);
  return { ...finish, failure: fail(errorType, short, data) };
}

/** The whole goes into a blob; the message keeps head and tail and says where the rest is. */
async function spill(
  state: Settling,
  finish: Finish,
  shown: Shown,
  { env, limit }: { env: RunEnv; limit: number },
): Promise<Settlement> {
  if (shown.data === null) {
    const content = env.renderResult(result(state, finish, shown, env));
    return settlement(state, finish, cutEnd(content, limit), shown);
  }
  const text = typeof shown.data === 'string' ? shown.data : JSON.stringify(shown.data ?? '');
  const blob = await env.ports.blobs.write(text).catch(() => undefined);
  const reader = env.registry.get('read_file') === undefined ? 'as' : 'read_file with path';
  const where = blob === undefined ? 'could not be kept' : `is kept: ${reader} ${blob}`;
  const notice = (left: number): string => `\n[… ${left} characters left out; the whole ${where} …]\n`;
  const render = (data: string): string => env.renderResult(result(state, finish, { ...shown, data }, env));
  let content = render('');
  // What is escaped in JSON takes more room than it has characters: cut until it fits.
  for (let max = limit - content.length; max > 0; max = Math.floor(max * 0.8)) {
    const bound = render(boundText(text, max, notice));
    if (bound.length > limit) continue;
    content = bound;
    break;
  }
  return settlement(state, finish, cutEnd(content, limit), shown, blob);
}

function settlement(state: Settling, finish: Finish, content: string, shown: Shown, blob?: string): Settlement {
  const settled: { -readonly [Key in keyof Settlement]: Settlement[Key] } = {
    callId: state.call.id,
    name: state.call.name,
    outcome: outcomeOf(finish),
    errorType: errorTypeOf(finish),
    content,
    durationMs: 'durationMs' in finish ? finish.durationMs : 0,
  };
  if (shown.display !== undefined) settled.display = cutEnd(shown.display, 4000);
  if (blob !== undefined) settled.blob = blob;
  return settled;
}

function result(state: Settling, finish: Finish, shown: Shown, env: RunEnv): ToolResult {
  const failure = finish.type === 'value' ? undefined : finish.failure;
  const metadata = {
    execution_time_ms: 'durationMs' in finish ? finish.durationMs : 0,
    data_size_bytes: shown.size,
    timestamp: env.ports.clock.now(),
  };
  return {
    success: failure === undefined,
    data: shown.data,
    error_message: failure?.message ?? null,
    error_type: errorTypeOf(finish),
    metadata: state.coercions.length === 0 ? metadata : { ...metadata, coerced: state.coercions.slice(0, 20) },
  };
}

function outcomeOf(finish: Finish): Outcome {
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

function broken(tool: Tool, what: string, durationMs: number): Finish {
  return {
    type: 'failure',
    failure: fail('internal_error', `${tool.name} is broken: ${what}. Try another way.`),
    durationMs,
  };
}
