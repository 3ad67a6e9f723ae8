import { parseTrusted } from '../../base/trusted-json.js';

/** A call as the loop watch sees it. Made by `watchCall`. */
export interface WatchedCall {
  readonly tool: string;
  /** The arguments as the model wrote them. */
  readonly text: string;
  /** Worked out when it is first compared: most calls never are. */
  weight: number | undefined;
}

export function watchCall(tool: string, text: string): WatchedCall {
  return { tool, text, weight: undefined };
}

/** Whether two calls are the same, whatever the order of their arguments and the spaces between them. */
export function sameCall(a: WatchedCall, b: WatchedCall): boolean {
  if (a.tool !== b.tool) return false;
  return a.text === b.text || (weightOf(a) === weightOf(b) && ordered(a.text) === ordered(b.text));
}

/** The arguments by their names, in order; undefined when they are none, or so long that this could cost more than the call. */
export function orderedArguments(text: string): readonly (readonly [string, unknown])[] | undefined {
  const parsed = text.length <= maxParsed ? parseTrusted(text) : undefined;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  return Object.entries(parsed).sort(([a], [b]) => (a < b ? -1 : 1));
}

function ordered(text: string): string {
  const args = orderedArguments(text);
  return args === undefined ? text : JSON.stringify(args);
}

const maxParsed = 500;

/** The same for the same arguments in another order and with other spaces, and seldom for others. */
function weightOf(call: WatchedCall): number {
  call.weight ??= call.text.length <= maxParsed ? weigh(call.text) : 0;
  return call.weight;
}

/** A sum, so that the order of the arguments does not count; of pairs, so that the order of the characters does. */
function weigh(text: string): number {
  let sum = 0;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= space) continue;
    if (code === comma || code === opening || code === closing) before = 0;
    else {
      const pair = Math.imul(before * 31 + code, spread);
      sum = (sum + (pair ^ (pair >>> 15))) | 0;
      before = code;
    }
  }
  return sum;
}

const [space, comma, opening, closing] = [0x20, 0x2c, 0x7b, 0x7d];
/** Large and odd: neighbouring numbers are far from each other when multiplied by it. */
const spread = 0x9e3779b1;

/** What came of a call as the loop watch sees it. Made by `watchOutcome`. */
export interface WatchedOutcome {
  readonly content: string;
  /** Where what counts of it ends. */
  readonly end: number;
  /** The same for the same, and seldom for others. */
  readonly weight: number;
}

export function watchOutcome(content: string): WatchedOutcome {
  const end = endOf(content);
  return { content, end, weight: weighContent(content, end) };
}

export function sameOutcome(a: WatchedOutcome, b: WatchedOutcome): boolean {
  if (a.weight !== b.weight || a.end !== b.end) return false;
  return a.content.slice(0, a.end) === b.content.slice(0, b.end);
}

/** The times in the metadata of a result are others in every result. */
function endOf(content: string): number {
  const at = content.endsWith('}}') ? content.lastIndexOf(',"metadata":{"execution_time_ms":') : -1;
  return at === -1 ? content.length : at;
}

/** So many characters, spread over it, tell nearly all apart; those that they do not are compared. */
const looked = 64;

function weighContent(content: string, end: number): number {
  const stride = Math.ceil(end / looked);
  let sum = end;
  for (let at = end - 1; at >= 0; at -= stride) sum = (Math.imul(sum, 31) + content.charCodeAt(at)) | 0;
  return sum;
}
