import type { AheadContext, Starts } from '../read/grammar.js';
import { isSpace, isWord } from '../read/input.js';
import { mayName, type ToolTable } from '../read/tool-table.js';

/**
 * One step of what has to follow an opener: text, one that may be missing, one that stands further on, one of several, or
 * a run of characters, of which it takes all it can.
 */
export type AheadPart =
  | string
  | { readonly maybe: string }
  | { readonly upTo: string }
  | { readonly oneOf: readonly string[] }
  | { readonly run: (code: number) => boolean; readonly least?: number; fits?(run: string, tools: ToolTable): boolean };

/** White space as JSON has it. */
export const space: AheadPart = { run: isSpace };

/** White space of any kind. */
const gap: AheadPart = { run: (code) => isSpace(code) || /\s/.test(String.fromCharCode(code)) };

const spaced = (texts: readonly string[]): readonly AheadPart[] => texts.flatMap((text) => [gap, text]);

/** The name of a tool, offered or not. */
export const anyName: AheadPart = {
  run: (code) => isWord(code) || (code >= 0x2d && code <= 0x2f) || code > 0x7f,
  least: 1,
};

/** What stands in quotes. */
export const quotedText = { run: (code: number) => code !== 0x22 && code !== 0x5c };

/** The same, where it names a tool that was offered, or nothing is known of tools. */
export const offeredName: AheadPart = { ...quotedText, fits: (name, { told, has }) => !told || has(name) };

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

export const digits: AheadPart = { run: isDigit, least: 1 };

/** Whether these parts follow one another; undefined while that cannot be told. */
export function follows(...parts: readonly AheadPart[]): Starts {
  return (ahead, context) => {
    const end = behindParts(parts, ahead, context);
    return typeof end === 'number' ? true : end;
  };
}

/** Whether what follows fits the first pattern; undefined while it fits the second one, which is that of its beginnings. */
export const startsMatching =
  (whole: RegExp, part: RegExp): Starts =>
  (ahead, { ended }) =>
    whole.test(ahead) ? true : !ended && part.test(ahead) ? undefined : false;

/** Whether one of these follows, behind white space. */
export const startsWith = (...texts: readonly string[]): Starts => follows(gap, { oneOf: texts });

/** Whether these follow one after the other, white space between them. */
export const startsWithAll = (...texts: readonly string[]): Starts => follows(...spaced(texts));

/** Whether one of these says so. */
export function startsAs(...ways: readonly Starts[]): Starts {
  return (ahead, context) => {
    let open = false;
    for (const starts of ways) {
      const says = starts(ahead, context);
      if (says === true) return true;
      open ||= says === undefined;
    }
    return open ? undefined : false;
  };
}

/** The same behind any number of these. */
export function startsBehind(text: string, starts: Starts): Starts {
  return (ahead, context) => {
    let rest = ahead.trimStart();
    while (rest.startsWith(text)) rest = rest.slice(text.length).trimStart();
    return !context.ended && rest !== '' && text.startsWith(rest) ? undefined : starts(rest, context);
  };
}

/** Whether JSON follows that may hold calls: an object, a list that holds objects or nothing, a code fence, or a JSON text. */
export const startsCalls = (...kinds: readonly CallsKind[]): Starts =>
  startsAs(...kinds.flatMap((kind) => tokensOf[kind]).map((tokens) => startsWithAll(...tokens)));

/**
 * Whether these follow, and then the name of a tool up to a quote: for calls that have no marker of their own. It is told
 * with the first character that is not of a tool that was offered; where none was, nothing has to come.
 */
export function startsKnownCall(...texts: readonly string[]): Starts {
  const parts = spaced(texts);
  return (ahead, context) => {
    const { tools, ended } = context;
    if (tools.names.length === 0) return false;
    const from = behindParts(parts, ahead, context);
    if (typeof from !== 'number') return from;
    const end = ahead.indexOf('"', from);
    if (end !== -1) return tools.has(ahead.slice(from, end));
    return !ended && mayName(tools.names, ahead.slice(from)) ? undefined : false;
  };
}

/** Whether JSON follows: an object, or a list of them. */
export const startsJson = follows(gap, { maybe: '[' }, gap, '{');

type CallsKind = 'object' | 'list' | 'fence' | 'text';

const tokensOf: Readonly<Record<CallsKind, readonly (readonly string[])[]>> = {
  object: [['{']],
  list: [
    ['[', '{'],
    ['[', ']'],
    ['[', '"'],
  ],
  fence: [['```']],
  text: [['"', '{']],
};

/** The index behind these; undefined while that cannot be told. */
function behindParts(parts: readonly AheadPart[], ahead: string, context: AheadContext): number | false | undefined {
  let at = 0;
  for (const part of parts) {
    const next = behindPart(part, ahead, at, context);
    if (typeof next !== 'number') return next;
    at = next;
  }
  return at;
}

function behindPart(
  part: AheadPart,
  ahead: string,
  at: number,
  { tools, ended }: AheadContext,
): number | false | undefined {
  if (typeof part === 'string') return behindOne([part], ahead, at, ended);
  if ('oneOf' in part) return behindOne(part.oneOf, ahead, at, ended);
  if ('maybe' in part) {
    const end = behindOne([part.maybe], ahead, at, ended);
    return end === false ? at : end;
  }
  if ('upTo' in part) {
    const found = ahead.indexOf(part.upTo, at);
    if (found !== -1) return found + part.upTo.length;
    return ended ? false : undefined;
  }
  let end = at;
  while (end < ahead.length && part.run(ahead.charCodeAt(end))) end += 1;
  if (end === ahead.length && !ended) return undefined;
  if (end - at < (part.least ?? 0)) return false;
  return part.fits?.(ahead.slice(at, end), tools) === false ? false : end;
}

function behindOne(texts: readonly string[], ahead: string, at: number, ended: boolean): number | false | undefined {
  let open = false;
  for (const text of texts) {
    if (ahead.startsWith(text, at)) return at + text.length;
    open ||= text.length > ahead.length - at && text.startsWith(ahead.slice(at));
  }
  return open && !ended ? undefined : false;
}
