import type { AheadContext, Opener } from '../../read/grammar.js';
import { isSpace } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';

/**
 * One step of what has to follow an opener: text, one that may be missing, one that stands further on, one of several, or
 * a run of characters.
 */
export type AheadPart =
  | string
  | { readonly maybe: string }
  | { readonly upTo: string }
  | { readonly oneOf: readonly string[] }
  | { readonly run: (code: number) => boolean; readonly least?: number; fits?(run: string, tools: ToolTable): boolean };

type Starts = NonNullable<Opener['starts']>;

/** Whether these parts follow one another. A run takes all it can. */
export function follows(...parts: readonly AheadPart[]): Starts {
  return (ahead, context) => {
    let at = 0;
    for (const part of parts) {
      const next = step(part, ahead, at, context);
      if (typeof next !== 'number') return next;
      at = next;
    }
    return true;
  };
}

export const space: AheadPart = { run: isSpace };

const isNameCode = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x5f ||
  code === 0x2d ||
  code === 0x2e ||
  code === 0x2f ||
  code > 0x7f;

/** The name of a tool, offered or not. */
export const anyName: AheadPart = { run: isNameCode, least: 1 };

export const digits: AheadPart = { run: (code) => code >= 0x30 && code <= 0x39, least: 1 };

/** The index behind the part; undefined while that cannot be told. */
function step(
  part: AheadPart,
  ahead: string,
  at: number,
  { tools, ended }: AheadContext,
): number | boolean | undefined {
  if (typeof part === 'string') return literal([part], ahead, at, ended);
  if ('oneOf' in part) return literal(part.oneOf, ahead, at, ended);
  if ('maybe' in part) {
    const end = literal([part.maybe], ahead, at, ended);
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

function literal(texts: readonly string[], ahead: string, at: number, ended: boolean): number | false | undefined {
  let open = false;
  for (const text of texts) {
    if (ahead.startsWith(text, at)) return at + text.length;
    open ||= text.length > ahead.length - at && text.startsWith(ahead.slice(at));
  }
  return open && !ended ? undefined : false;
}
