import { maxCallLength } from '../../dialect.js';
import { type Input, type Reading, Stops } from '../../read/input.js';

export interface YamlBodyOptions {
  /** The name of the tag that closes it. */
  readonly tag: string;
  /** Asked with the first line that is neither blank nor a comment; false ends the reading there. */
  accepts?(line: string): boolean;
}

/** `cut`: the message ended, or it was too long, before its closing tag. `refused`: its first line was not accepted. */
export interface YamlBody {
  readonly text: string;
  readonly end: 'closed' | 'half-closed' | 'cut' | 'refused';
}

/**
 * Takes YAML up to its closing tag. In a block text the tag is data; elsewhere it counts at the start of a line, and at
 * the end of one.
 */
export function* readYamlBody(input: Input, { tag, accepts }: YamlBodyOptions): Reading<YamlBody> {
  const close = `</${tag}`;
  const stops = new Stops(['\n', close, `</ ${tag}`]);
  let text = '';
  let line = '';
  // Its beginning tells its indent; looking at the whole line again for each tag in it would take too long.
  let head: string | undefined;
  let block: number | undefined;
  let first = accepts;
  for (;;) {
    const { text: part, stop } = yield* input.until(stops, maxCallLength - text.length - line.length);
    line += part;
    const blank = head === undefined && !/\S/.test(part);
    head ??= part;
    const inBlock = block !== undefined && indentOf(head) > block;
    const isRefused = (): boolean => !blank && first?.(line) === false;
    if (stop === undefined) {
      if (!inBlock && isHalf(`${close}>`, line)) return { text, end: 'half-closed' };
      return { text: text + line, end: isRefused() ? 'refused' : 'cut' };
    }
    input.at += stop.length;
    if (stop !== '\n') {
      const space = yield* input.takeWhile(isBlankCode, 8);
      const whole = yield* input.takes('>');
      if (whole && !inBlock && (blank || (yield* endsLine(input)))) {
        return { text: text + line, end: isRefused() ? 'refused' : 'closed' };
      }
      line += stop + space + (whole ? '>' : '');
      continue;
    }
    text += `${line}\n`;
    const counts = !blank && !isComment(line);
    if (counts && isRefused()) return { text, end: 'refused' };
    if (counts) first = undefined;
    if (!blank && !inBlock) block = blockMark.test(line) ? indentOf(head) : undefined;
    line = '';
    head = undefined;
  }
}

const isComment = (line: string): boolean => /^\s*#/.test(line);

function isHalf(close: string, line: string): boolean {
  const half = line.trim();
  return half.length > 1 && close.startsWith(half);
}

function* endsLine(input: Input): Reading<boolean> {
  const next = yield* input.peek();
  return next === '' || next === '\n' || next === '\r' || next === '<';
}

function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === 0x20) at += 1;
  return at;
}

const isBlankCode = (code: number): boolean => code === 0x20 || code === 0x09;

const blockMark = /(?::|^\s*-)\s+(?:- +)*[|>][-+1-9]{0,2}\s*(?:\s#.*)?$/;
