import { parseJson } from '../../base/json.js';
import type { Hook } from './hook.js';

/** What a hook printed: nothing, or one JSON object with the keys its point knows. */
type HookAnswer = { readonly ok: true; readonly answer: Answer | undefined } | Unreadable;

interface Unreadable {
  readonly ok: false;
  readonly message: string;
}

export interface Answer {
  readonly refuse?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

/** What can be answered, by point; all others answer nothing. */
const keys: Partial<Record<Hook['on'], readonly string[]>> = {
  'before-call': ['refuse', 'arguments'],
  'after-call': ['result'],
};

export function readAnswer(on: Hook['on'], printed: string): HookAnswer {
  const known = keys[on];
  // What is printed where nothing can be answered is nobody's business.
  if (known === undefined || printed.trim() === '') return { ok: true, answer: undefined };
  const parsed = parseJson(printed);
  if (!parsed.ok) return wrong(`what it printed is no JSON: ${parsed.problem.message}`);
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('it printed no JSON object');
  const given = Object.keys(value);
  const other = given.find((key) => !known.includes(key));
  if (other !== undefined)
    return wrong(`${JSON.stringify(other.slice(0, 60))} is no answer here; use ${known.join(' or ')}`);
  if (given.length > 1) return wrong(`it answered ${given.join(' and ')}; give one of them`);
  const answer = value as Answer;
  if (answer.refuse !== undefined && typeof answer.refuse !== 'string') return wrong('refuse must be text');
  return { ok: true, answer: given.length === 0 ? undefined : answer };
}

const wrong = (message: string): Unreadable => ({
  ok: false,
  message: `${message}. Print nothing, or one JSON object, and what is for people on stderr`,
});
