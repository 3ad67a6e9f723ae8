import { cutEnd, humanSize } from '../../base/text.js';
import { type DialectCall, type DialectProblem, maxCallLength, maxCalls } from '../dialect.js';
import { escapeMarkup } from '../markup.js';
import { readArguments } from '../value/named-call.js';

/** A call whose arguments are known to be one JSON object, without white space around it. */
export interface WritableCall extends DialectCall {
  readonly position: number;
}

/** Writes each call and joins them; or says which of them no format can express. */
export function writeEach(
  calls: readonly DialectCall[],
  write: (call: WritableCall) => string,
  join: string,
): string | DialectProblem {
  if (calls.length > maxCalls)
    return problem(`There are ${calls.length} calls; one message holds ${maxCalls} at most.`);
  const written: string[] = [];
  for (const [position, call] of calls.entries()) {
    const name = cutEnd(call.name, 64);
    if (call.name.trim() === '') return problem('A call without a name cannot be written.');
    const args = readArguments(call.arguments);
    if (!args.ok) return problem(`The arguments of ${name} cannot be written: ${cutEnd(args.why, 300)}.`);
    const text = write({ ...call, arguments: args.text, position });
    if (text.length > maxCallLength) {
      return problem(`The call of ${name} is too long to be written (${humanSize(text.length)}).`);
    }
    written.push(text);
  }
  return written.join(join);
}

/** Writes each call as `{"name": …, "arguments": {…}}`, one behind the other between two marks. */
export function writeSection(
  calls: readonly DialectCall[],
  {
    open,
    join,
    close,
    ids = false,
  }: { readonly open: string; readonly join: string; readonly close: string; readonly ids?: boolean },
): string | DialectProblem {
  const written = writeEach(calls, (call) => writeObject(call, { ids }), join);
  return typeof written !== 'string' || calls.length === 0 ? written : `${open}${written}${close}`;
}

/** One call as JSON in which no markup stands. */
export function writeObject(
  { name, arguments: args, id }: DialectCall,
  { ids = false }: { readonly ids?: boolean } = {},
): string {
  const idMember = ids && id !== undefined ? `, "id": ${JSON.stringify(id)}` : '';
  return escapeMarkup(`{"name": ${JSON.stringify(name)}, "arguments": ${args}${idMember}}`);
}

export const problem = (message: string): DialectProblem => ({ code: 'call-rejected', message });
