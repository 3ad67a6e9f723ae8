const most = 64;

/** The addresses that `{a,b}` and `[1-3]` in a URL stand for; undefined when they are too many or badly written. */
export function expandGlobs(url: string): readonly string[] | undefined {
  let urls: readonly string[] = [''];
  let at = 0;
  while (at < url.length) {
    const piece = pieceAt(url, at);
    if (piece === undefined) return undefined;
    at = piece.end;
    if (urls.length * piece.choices.length > most) return undefined;
    urls = urls.flatMap((start) => piece.choices.map((choice) => `${start}${choice}`));
  }
  return urls;
}

interface Piece {
  readonly choices: readonly string[];
  readonly end: number;
}

function pieceAt(url: string, at: number): Piece | undefined {
  const sign = url[at];
  if (sign === '\\' && /[{}[\]]/.test(url[at + 1] ?? '')) return { choices: [url[at + 1] ?? ''], end: at + 2 };
  if (sign !== '{' && sign !== '[') return { choices: [sign ?? ''], end: at + 1 };
  const close = url.indexOf(sign === '{' ? '}' : ']', at);
  if (close === -1) return undefined;
  const inside = url.slice(at + 1, close);
  const choices = sign === '{' ? inside.split(',') : rangeOf(inside, url.slice(at, close + 1));
  return choices === undefined || choices.length > most ? undefined : { choices, end: close + 1 };
}

function rangeOf(inside: string, whole: string): readonly string[] | undefined {
  // An IPv6 address also stands in brackets.
  if (/^[0-9a-f:.]*:[0-9a-f:.%]*$/i.test(inside) && !inside.includes('-')) return [whole];
  const numbers = /^([0-9]{1,9})-([0-9]{1,9})(?::([0-9]{1,9}))?$/.exec(inside);
  if (numbers !== null) {
    const [, from = '', to = '', step = '1'] = numbers;
    const count = Math.floor((Number(to) - Number(from)) / Math.max(1, Number(step))) + 1;
    if (count < 1 || count > most) return undefined;
    return Array.from({ length: count }, (_, n) => String(Number(from) + n * Number(step)).padStart(from.length, '0'));
  }
  const letters = /^([a-z])-([a-z])$|^([A-Z])-([A-Z])$/.exec(inside);
  if (letters === null) return undefined;
  const from = (letters[1] ?? letters[3] ?? '').charCodeAt(0);
  const to = (letters[2] ?? letters[4] ?? '').charCodeAt(0);
  return to < from ? undefined : Array.from({ length: to - from + 1 }, (_, n) => String.fromCharCode(from + n));
}
