import { type JsonParsed, parseJson } from '../base/json.js';

/**
 * Reads JSON a model wrote, as `parseJson` does, but with numbers of any size: their digits stay in the text, and what
 * they mean is for the check of the arguments. Of the value only the shape may be used, and its strings.
 */
export function parseShape(text: string): JsonParsed {
  const parsed = parseJson(text);
  if (parsed.ok || (parsed.problem.code !== 'number-digits' && parsed.problem.code !== 'number-range')) return parsed;
  return parseJson(withoutLongNumbers(text));
}

/** Escapes the line breaks, tabs and other control characters that stand bare in strings, which no JSON allows. */
export function escapeControls(text: string): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf('"'); at !== -1 && at < text.length; at = text.indexOf('"', at)) {
    at += 1;
    for (let code = text.charCodeAt(at); at < text.length && code !== 0x22; code = text.charCodeAt(at)) {
      if (code === 0x5c) at += 1;
      else if (code < 0x20) {
        out += text.slice(from, at) + JSON.stringify(text.charAt(at)).slice(1, -1);
        from = at + 1;
      }
      at += 1;
    }
    at += 1;
  }
  return out + text.slice(from);
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Every number a double might not hold, as a zero of the same length. */
function withoutLongNumbers(text: string): string {
  let out = '';
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = behindString(text, at);
      continue;
    }
    number.lastIndex = at;
    const digits = code === 0x2d || (code >= 0x30 && code <= 0x39) ? number.exec(text)?.[0] : undefined;
    if (digits !== undefined && (digits.length > 15 || /[eE]/.test(digits))) {
      out += text.slice(from, at) + '0'.padEnd(digits.length);
      from = at + digits.length;
    }
    at += digits?.length ?? 1;
  }
  return out + text.slice(from);
}

function behindString(text: string, quote: number): number {
  let at = quote + 1;
  for (let code = text.charCodeAt(at); at < text.length && code !== 0x22; code = text.charCodeAt(at)) {
    at += code === 0x5c ? 2 : 1;
  }
  return at + 1;
}
