/** A piece of markup. Names are in lower case; of a tag that opens, what stands behind its name is left as it is. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly rest: string }
  | { readonly kind: 'close'; readonly name: string };

/**
 * HTML or XML, piece by piece, in linear time whatever it holds: no tree is built, and what is not closed goes on to the
 * end. Comments and declarations are left out, as is what scripts and styles hold.
 */
export function* htmlTokens(source: string): Generator<HtmlToken> {
  let text = 0;
  let at = source.indexOf('<');
  while (at !== -1) {
    const tag = tagAt(source, at);
    // A bare < is text.
    if (tag === undefined) {
      at = source.indexOf('<', at + 1);
      continue;
    }
    if (at > text) yield { kind: 'text', text: source.slice(text, at) };
    const { token } = tag;
    if (token !== undefined) yield token;
    const skips = token?.kind === 'open' && unread.has(token.name) && !token.rest.endsWith('/');
    text = skips ? endOfUnread(source, tag.end, token.name) : tag.end;
    at = source.indexOf('<', text);
  }
  if (text < source.length) yield { kind: 'text', text: source.slice(text) };
}

/** What is no text of a page, and may hold a < of its own. */
const unread = new Set(['script', 'style']);

function tagAt(source: string, open: number): { readonly token?: HtmlToken; readonly end: number } | undefined {
  if (source.startsWith('<!--', open)) return { end: after(source, '-->', open + 4) };
  if (source.startsWith('<![CDATA[', open)) {
    const end = after(source, ']]>', open + 9);
    const text = source.slice(open + 9, source.startsWith(']]>', end - 3) ? end - 3 : end);
    return { token: { kind: 'text', text }, end };
  }
  if (source[open + 1] === '!' || source[open + 1] === '?') return { end: after(source, '>', open + 2) };
  tagForm.lastIndex = open;
  const [head, slash, name] = tagForm.exec(source) ?? [];
  if (head === undefined || name === undefined) return undefined;
  const start = open + head.length;
  const end = endOfTag(source, start);
  const lower = name.toLowerCase();
  if (slash === '/') return { token: { kind: 'close', name: lower }, end };
  return { token: { kind: 'open', name: lower, rest: source.slice(start, end).replace(/>$/, '') }, end };
}

const tagForm = /<(\/?)([a-z][^\s/>]{0,99})/iy;

/** Behind the > that ends a tag; one within quotes does not. */
function endOfTag(source: string, start: number): number {
  let at = start;
  for (;;) {
    tagStop.lastIndex = at;
    const stop = tagStop.exec(source);
    if (stop === null) return source.length;
    if (stop[0] === '>') return stop.index + 1;
    // A quote means something behind an equals sign only.
    const quote = stop[0].at(-1) ?? '"';
    at = after(source, quote, stop.index + stop[0].length);
  }
}

const tagStop = />|=\s{0,20}["']/g;

function endOfUnread(source: string, from: number, name: string): number {
  const close = new RegExp(`</${name}`, 'gi');
  close.lastIndex = from;
  return close.exec(source)?.index ?? source.length;
}

function after(source: string, what: string, from: number): number {
  const found = source.indexOf(what, from);
  return found === -1 ? source.length : found + what.length;
}

/** The value of an attribute in what stands behind the name of a tag; undefined when it is not there. */
export function attributeOf(rest: string, name: string): string | undefined {
  const form = new RegExp(`(?:^|[\\s"'/])${name}\\s{0,20}=\\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
  const [, double, single, bare] = form.exec(rest.slice(0, maxAttributes)) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : decodeEntities(value);
}

/** A tag with more is nothing that anybody reads. */
const maxAttributes = 20_000;

/** A text with the characters that its entities stand for; those that are not known stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}\d?));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities.get(name) ?? entities.get(String(name).toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}

const entities = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ensp: ' ',
    emsp: ' ',
    shy: '',
    copy: '©',
    reg: '®',
    trade: '™',
    deg: '°',
    euro: '€',
    pound: '£',
    sect: '§',
    para: '¶',
    middot: '·',
    bull: '•',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    times: '×',
    rarr: '→',
    larr: '←',
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
    ccedil: 'ç',
    ntilde: 'ñ',
  }),
);
