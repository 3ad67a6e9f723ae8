import { messageOf } from '../base/error.js';
import { type Json, type JsonProblem, parseJson } from '../base/json.js';
import { following, guarded, type MaybePromise } from '../base/maybe-promise.js';
import { humanSize } from '../base/text.js';
import { type Checker, checkerFor, renderIssues } from '../schema/check.js';
import { type Coercion, coerce } from '../schema/coerce.js';
import { fail, type ToolFailure } from '../tool/outcome.js';
import type { Tool } from '../tool/tool.js';
import type { Call, CallInput } from './call.js';
import type { RunEnv } from './env.js';
import { refused } from './not-started.js';
import { renderUnsent } from './render-unsent.js';
import { takesLine } from './takes-line.js';

/** Reads a call's arguments and fits them to the schema: a model that was not sent it is sent it now. */
export function checkCall(call: Call, tool: Tool, { offer }: RunEnv['round']): MaybePromise<CallInput> {
  if (offer.inactive?.has(tool.name) !== true) return checkArguments(call, tool);
  return following(checkArguments(call, tool, { told: false }), (known) => checkUnsent(known, tool));
}

/** What the schema does not name (where it names anything), or takes only when it is turned, was guessed: no such guess is run. */
function checkUnsent(checked: CallInput, tool: Tool): CallInput {
  const failure = checked.type === 'refused' ? checked.failure : guessed(checked, tool);
  if (failure === undefined) return checked;
  const message = `${failure.message} What it takes was not sent to you before: ${renderUnsent(tool)}`;
  return { type: 'refused', failure: { ...failure, message } };
}

function guessed(checked: CallInput, { name, parameters }: Tool): ToolFailure | undefined {
  const { properties } = parameters;
  if (checked.type !== 'checked' || typeof properties !== 'object' || properties === null) return undefined;
  const unknown = Object.keys(checked.args).find((key) => !Object.hasOwn(properties, key));
  const wrong = unknown === undefined ? turned(checked.coercions) : `takes no ${JSON.stringify(unknown.slice(0, 100))}`;
  return wrong === undefined ? undefined : fail('validation_failed', `${name} ${wrong}. Correct it and call again.`);
}

/** What is left out, or was written as JSON in JSON, is no guess. */
function turned(coercions: readonly Coercion[]): string | undefined {
  const first = coercions.find(({ path, to }) => to !== 'absent' && path !== '');
  return first && `takes ${first.to} and not string for ${first.path}`;
}

/** The same whatever the model was sent. With `told` a refusal says what is taken. */
export function checkArguments(call: Call, tool: Tool, { told = true } = {}): MaybePromise<CallInput> {
  const parsed = call.arguments.trim() === '' ? { ok: true as const, value: {} } : parseJson(call.arguments);
  const takes = (): string => (told ? takesLine(tool, [{ path: '', message: '' }]) : '');
  if (!parsed.ok) return refused('parse_error', unreadable(call, parsed.problem, takes));
  const { value, coercions } = unpacked(parsed.value, tool);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused(
      'validation_failed',
      `The arguments of ${tool.name} must be a JSON object.${takes()} Correct them and call again.`,
    );
  }
  return guarded(
    () =>
      following(checkerFor(tool.parameters), (check) =>
        fitToSchema({ tool, given: value, before: coercions, check, told }),
      ),
    (error) => badSchema(tool, error),
  );
}

function badSchema(tool: Tool, error: unknown): CallInput {
  const message = `The schema of ${tool.name} is itself wrong: ${messageOf(error)}. Try another way.`;
  return refused('internal_error', message);
}

/** An object that was written as text in its turn: some servers and models encode arguments twice. */
function unpacked(value: Json, { coerces }: Tool): { readonly value: Json; readonly coercions: readonly Coercion[] } {
  const inner = typeof value === 'string' && coerces !== false ? parseJson(value) : undefined;
  return inner?.ok === true && typeof inner.value === 'object'
    ? { value: inner.value, coercions: [{ path: '', from: 'string', to: 'object' }] }
    : { value, coercions: [] };
}

interface Fitting {
  readonly tool: Tool;
  readonly given: object;
  /** What was turned already. */
  readonly before: readonly Coercion[];
  readonly check: Checker;
  readonly told: boolean;
}

function fitToSchema({ tool, given, before, check, told }: Fitting): CallInput {
  // Valid as written is the common case: coercion is looked at only when it is needed.
  if (check(given).length === 0) return { type: 'checked', args: given as never, coercions: before };
  const { value, coercions: more } =
    tool.coerces === false ? { value: given, coercions: [] } : coerce(tool.parameters, given);
  const coercions = before.length === 0 ? more : [...before, ...more];
  const issues = check(value);
  if (issues.length === 0) return { type: 'checked', args: value as never, coercions };
  const takes = told ? takesLine(tool, issues) : '';
  return refused(
    'validation_failed',
    `The arguments of ${tool.name} do not fit its schema: ${renderIssues(issues)}.${takes} Correct them and call again.`,
  );
}

function unreadable(call: Call, problem: JsonProblem, takes: () => string): string {
  if (problem.code === 'too-long') {
    const size = humanSize(call.arguments.length);
    return `The arguments of ${call.name} are too large (${size}): ${problem.message}. Split the work into several calls.`;
  }
  return `The arguments of ${call.name} cannot be read: ${problem.message}.${takes()} Send one valid JSON object.`;
}
