import { type Input, isSpace, type Reading } from '../../read/input.js';

/** The most white space before what follows a tag. */
const maxSpace = 256;

export interface Following<Text extends string> {
  /** `end`: of the message, be it in the middle of one of the texts. `other`: none of them. */
  readonly what: Text | 'end' | 'other';
  /** How far behind this place it ends. */
  readonly end: number;
}

/** Which of these stands behind white space, so many characters from here. Nothing is taken. */
export function* following<Text extends string>(
  input: Input,
  texts: readonly Text[],
  skip = 0,
): Reading<Following<Text>> {
  yield* input.has(skip);
  let at = skip;
  for (;;) {
    while (isSpace(input.text.charCodeAt(input.at + at))) at += 1;
    const from = input.at + at;
    let open = from >= input.text.length;
    for (const text of texts) {
      if (input.text.startsWith(text, from)) return { what: text, end: at + text.length };
      open ||= input.text.length - from < text.length && text.startsWith(input.text.slice(from));
    }
    if (!open || at > skip + maxSpace) return { what: 'other', end: at };
    if (input.ended) return { what: 'end', end: at };
    yield;
  }
}

/** The next characters, so many where there are as many. Nothing is taken. */
export function* glance(input: Input, count: number): Reading<string> {
  yield* input.has(count);
  return input.text.slice(input.at, input.at + count);
}

/** Whether a text ends with a line break and spaces. */
export function endsLine(text: string): boolean {
  let at = text.length - 1;
  while (at >= 0 && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at -= 1;
  return text.charCodeAt(at) === 0x0a;
}

/** A value whose close is missing, without the line break and the spaces before the tag that follows it. */
export function withoutLayout(text: string): string {
  if (!endsLine(text)) return text;
  const end = text.lastIndexOf('\n');
  return text.slice(0, text.charAt(end - 1) === '\r' ? end - 1 : end);
}
