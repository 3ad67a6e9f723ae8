import { rawMember } from '../../base/raw-json.js';
import { cutEnd, humanSize } from '../../base/text.js';
import { parseTrusted } from '../../base/trusted-json.js';
import { type DialectCall, type DialectProblem, maxCallLength, maxCalls } from '../dialect.js';
import { escapeMarkup } from '../markup.js';
import { readArguments } from '../value/named-call.js';

/** A call whose arguments are known to be one JSON object, without white space around it. */
export interface WritableCall extends DialectCall {
  readonly position: number;
}

/** What stands before the first call, between two of them and behind the last one. */
export interface CallsLayout {
  readonly open?: string;
  readonly join?: string;
  readonly close?: string;
}

export type CallsWriter = (calls: readonly DialectCall[]) => string | DialectProblem;

/** Writes each call; or says which of them no format can express. */
export const eachCall =
  (write: (call: WritableCall) => string, { open = '', join = '', close = '' }: CallsLayout = {}): CallsWriter =>
  (calls) => {
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
    return `${open}${written.join(join)}${close}`;
  };

/** A call as `{"name": …, "arguments": {…}}` in which no markup stands. */
export const callObject = (
  { name, arguments: args }: DialectCall,
  keys: readonly [string, string] = ['name', 'arguments'],
): string => escapeMarkup(`{"${keys[0]}": ${JSON.stringify(name)}, "${keys[1]}": ${args}}`);

/** The same with its id, when it has one. */
export function callObjectWithId({ id, name, arguments: args }: DialectCall): string {
  const own = id === undefined ? '' : `, "id": ${JSON.stringify(id)}`;
  return escapeMarkup(`{"name": ${JSON.stringify(name)}, "arguments": ${args}${own}}`);
}

/** The calls as one JSON list. */
export const callList = ({ open = '', close = '' }: CallsLayout = {}): CallsWriter =>
  eachCall((call) => callObject(call), { open: `${open}[`, join: ', ', close: `]${close}` });

/** Each call between tags, the JSON in a line of its own. */
export const taggedObjects = (tag = 'tool_call'): CallsWriter =>
  eachCall((call) => `<${tag}>\n${callObject(call)}\n</${tag}>`, { join: '\n' });

/** One member of the arguments, for a format that writes them one by one. */
export interface Member {
  readonly key: string;
  /** Its JSON, digit for digit. */
  readonly json: string;
  /** A string as it is, anything else as JSON. */
  readonly text: string;
  readonly value: unknown;
}

/** The members of a JSON object that was read before. */
export const membersOf = (json: string): readonly Member[] =>
  Object.entries(parseTrusted(json) as object).map(([key, value]: [string, unknown]) => {
    const raw = rawMember(json, [key]) ?? 'null';
    return { key, json: raw, text: typeof value === 'string' ? value : raw, value };
  });

export const problem = (message: string): DialectProblem => ({ code: 'call-rejected', message });
