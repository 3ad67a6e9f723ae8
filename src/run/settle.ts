import { messageOf } from '../base/error.js';
import { boundText, cutEnd } from '../base/text.js';
import { type Checker, checkerFor } from '../schema/check.js';
import { type ErrorType, fail, type Outcome, type ToolFailure, type ToolResult } from '../tool/outcome.js';
import type { Tool } from '../tool/tool.js';
import type { CallState, Finish } from './call.js';
import type { RunEnv } from './env.js';
import type { Settlement } from './event.js';

type Settling = Extract<CallState, { stage: 'settle' }>;

/** Puts the end of a call into words: checked against the result's schema, bounded, the whole kept where it is cut. */
export function settle(state: Settling, env: RunEnv): Settlement | Promise<Settlement> {
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
  const lines = issues.map(({ path, message }) => `${path === '' ? '' : `${path}: `}${message}`).join('; ');
  return broken(tool, `its result does not fit its own schema: ${lines}`, finish.durationMs);
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
  /** Its length as text. */
  readonly size: number;
  readonly display: string | undefined;
}

function show(tool: Tool | undefined, finish: Finish): Shown | { readonly broken: string } {
  const value = finish.type === 'value' ? finish.value : finish.failure.data;
  if (value === undefined) {
    return finish.type === 'value'
      ? { broken: 'it returned undefined; a tool returns a value or fail(…)' }
      : { data: null, size: 0, display: undefined };
  }
  try {
    const display = tool?.display?.(value as never);
    const text = tool?.show?.(value as never) ?? (typeof value === 'string' ? value : undefined);
    const json = text ?? JSON.stringify(value);
    if (typeof json !== 'string') return { broken: `it returned a ${typeof value}, which cannot be passed on` };
    return { data: text ?? value, size: json.length, display };
  } catch (error) {
    return { broken: `its result cannot be shown: ${messageOf(error)}` };
  }
}

function word(state: Settling, finish: Finish, shown: Shown, env: RunEnv): Settlement | Promise<Settlement> {
  const limit = state.tool?.limits.resultChars ?? env.limits.resultChars;
  const content = env.renderResult(result(state, finish, shown, env));
  if (content.length <= limit) return settlement(state, finish, content, shown);
  return spill(state, finish, shown, { env, limit });
}

/** The whole goes into a blob; the message keeps head and tail and says where the rest is. */
async function spill(
  state: Settling,
  finish: Finish,
  shown: Shown,
  { env, limit }: { env: RunEnv; limit: number },
): Promise<Settlement> {
  const text = typeof shown.data === 'string' ? shown.data : JSON.stringify(shown.data ?? '');
  const blob = await env.ports.blobs.write(text).catch(() => undefined);
  const where = blob === undefined ? 'could not be kept' : `is kept: read_file with path ${blob}`;
  const notice = (left: number): string => `\n[… ${left} characters left out; the whole ${where} …]\n`;
  const room = env.renderResult(result(state, finish, { ...shown, data: '' }, env)).length;
  let content = '';
  // What is escaped in JSON takes more room than it has characters: cut until it fits.
  for (let max = limit - room; max > 0; max = Math.floor(max * 0.8)) {
    content = env.renderResult(result(state, finish, { ...shown, data: boundText(text, max, notice) }, env));
    if (content.length <= limit) break;
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
    metadata: state.coercions.length === 0 ? metadata : { ...metadata, coerced: state.coercions },
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
