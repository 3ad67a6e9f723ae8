import { parseTrusted } from '../../base/trusted-json.js';

/** A call as the loop watch sees it. Made by `watchCall`. */
export interface WatchedCall {
  readonly tool: string;
  /** The arguments as the model wrote them. */
  readonly text: string;
  /** Worked out when it is first compared: most calls never are. */
  weight: number | undefined;
  /** What it reads, where reading it again is watched. */
  readonly reads?: string;
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
