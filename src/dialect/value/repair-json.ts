export type JsonRepair =
  | { readonly ok: true; readonly json: string; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly at: number };

/** What is told where a string went on behind a quote. */
export const quotesEscaped = 'quotes within its strings were escaped';

const maxDepth = 128;

/**
 * Reads what a model meant as one JSON value and answers it as JSON. Only slips that leave no doubt are mended: bare line
 * breaks in strings, other quotes, quotes within strings, commas too many, comments, keys without quotes, words of
 * Python, escapes that JSON does not know. Nothing is added at the end: what was cut off stays broken.
 */
export function repairJson(text: string): JsonRepair {
  const reader = new Repairing(text);
  if (!reader.value(0, 'end')) return { ok: false, at: reader.at };
  reader.space();
  if (reader.at < text.length) return { ok: false, at: reader.at };
  return { ok: true, json: reader.json, repairs: [...reader.repairs] };
}

class Repairing {
  json = '';
  at = 0;
  readonly repairs = new Set<string>();
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  value(depth: number, inside: Inside): boolean {
    this.space();
    if (depth > maxDepth) return false;
    switch (this.text.charAt(this.at)) {
      case '{':
        return this.object(depth);
      case '[':
        return this.list(depth);
      case '"':
      case "'":
        return this.string(inside);
      default:
        return this.number() || this.word();
    }
  }

  space(): void {
    for (;;) {
      space.lastIndex = this.at;
      this.at += space.exec(this.text)?.[0].length ?? 0;
      comment.lastIndex = this.at;
      const found = comment.exec(this.text)?.[0];
      if (found === undefined) return;
      this.at += found.length;
      this.repairs.add('comments in its JSON were left out');
    }
  }

  private object(depth: number): boolean {
    this.put('{', 1);
    this.space();
    if (this.takes('}')) return true;
    for (;;) {
      if (!this.key()) return false;
      this.space();
      if (!this.takes(':') || !this.value(depth + 1, 'object')) return false;
      this.space();
      if (this.takes('}')) return true;
      if (!this.comma('}')) return false;
      if (this.takes('}')) return true;
    }
  }

  private list(depth: number): boolean {
    this.put('[', 1);
    this.space();
    if (this.takes(']')) return true;
    for (;;) {
      if (!this.value(depth + 1, 'list')) return false;
      this.space();
      if (this.takes(']')) return true;
      if (!this.comma(']')) return false;
      if (this.takes(']')) return true;
    }
  }

  /** A comma that nothing follows is left out. */
  private comma(close: string): boolean {
    if (this.text.charAt(this.at) !== ',') return false;
    this.at += 1;
    this.space();
    if (this.text.charAt(this.at) === close) this.repairs.add('a comma too many was left out');
    else this.json += ',';
    return true;
  }

  private key(): boolean {
    this.space();
    const quote = this.text.charAt(this.at);
    if (quote === '"' || quote === "'") return this.string('key');
    bareKey.lastIndex = this.at;
    const name = bareKey.exec(this.text)?.[0];
    if (name === undefined) return false;
    this.repairs.add('keys were put in quotes');
    this.put(JSON.stringify(name), name.length);
    return true;
  }

  private string(inside: Inside): boolean {
    const { text } = this;
    const quote = text.charAt(this.at);
    if (quote === "'") this.repairs.add('single quotes were read as double ones');
    let out = '';
    let from = this.at + 1;
    let at = from;
    for (; ; at += 1) {
      const char = text.charAt(at);
      if (char === '') return false;
      if (char === quote) {
        if (this.endsString(at + 1, inside)) break;
        this.repairs.add(quotesEscaped);
      } else if (char === '\\') {
        const escaped = readEscape(text, at);
        if (escaped === undefined) return false;
        if (escaped.repaired) this.repairs.add('escapes that JSON does not know were read as text');
        out += text.slice(from, at) + escaped.value;
        at += escaped.length - 1;
        from = at + 1;
      } else if (char < ' ') this.repairs.add('line breaks or tabs in its strings were escaped');
    }
    this.json += JSON.stringify(out + text.slice(from, at));
    this.at = at + 1;
    return true;
  }

  /** A quote ends its string where something follows that can only stand behind one. */
  private endsString(at: number, inside: Inside): boolean {
    const pattern = behindString[inside];
    pattern.lastIndex = at;
    return pattern.test(this.text);
  }

  private number(): boolean {
    number.lastIndex = this.at;
    const digits = number.exec(this.text)?.[0];
    if (digits === undefined) return false;
    this.put(digits, digits.length);
    return true;
  }

  private word(): boolean {
    bareKey.lastIndex = this.at;
    const word = bareKey.exec(this.text)?.[0] ?? '';
    const json = words.get(word);
    if (json === undefined) return false;
    if (json !== word) this.repairs.add(`${word} was read as ${json}`);
    this.put(json, word.length);
    return true;
  }

  private takes(char: string): boolean {
    if (this.text.charAt(this.at) !== char) return false;
    this.put(char, 1);
    return true;
  }

  private put(json: string, length: number): void {
    this.json += json;
    this.at += length;
  }
}

type Inside = 'object' | 'list' | 'key' | 'end';

const space = /[ \t\r\n]*/y;
const comment = /\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//y;
const bareKey = /[A-Za-z_$][\w$-]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const words = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

const behindString: Record<Inside, RegExp> = {
  key: /\s{0,64}:/y,
  object: /\s{0,64}(?:\}|\/[/*]|,\s{0,64}(?:["'}]|\/[/*]|[A-Za-z_$][\w$-]{0,63}\s{0,8}:))/y,
  list: /\s{0,64}(?:\]|\/[/*]|,\s{0,64}(?:["'[\]{}\d-]|\/[/*]|true|false|null|True|False|None))/y,
  end: /\s*$/y,
};

/** Escapes of JSON as they are; before a letter or a mark of patterns and paths the backslash was meant. */
function readEscape(
  text: string,
  at: number,
): { readonly value: string; readonly length: number; readonly repaired: boolean } | undefined {
  const next = text.charAt(at + 1);
  if (next === '') return undefined;
  const known = escapes.get(next);
  if (known !== undefined) return { value: known, length: 2, repaired: false };
  const hex = next === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
  if (hex !== undefined) return { value: String.fromCharCode(Number.parseInt(hex, 16)), length: 6, repaired: false };
  return { value: "'$`\n".includes(next) ? next : `\\${next}`, length: 2, repaired: true };
}

const escapes = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
