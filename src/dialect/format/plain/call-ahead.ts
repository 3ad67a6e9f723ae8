import type { AheadContext } from '../../read/grammar.js';
import { mayName, type ToolTable, withoutTokens } from '../../read/tool-table.js';
import { answerNames, argumentKeys, idKeys, nameKeys, noCallNames, wrapperKeys } from './call-value.js';
import type { PlainRules } from './rules.js';

/**
 * Whether JSON that begins so may be calls; undefined while that cannot be told. The first keys tell it: an answer
 * in JSON is let go as soon as it has a key or a name that no call has.
 */
export function callAhead(text: string, { tools, ended }: AheadContext, rules: PlainRules): boolean | undefined {
  const told = new CallAhead(text, tools, rules).value();
  return told === undefined && ended ? false : told;
}

class CallAhead {
  private readonly text: string;
  private readonly tools: ToolTable;
  private readonly rules: PlainRules;
  private at = 0;

  constructor(text: string, tools: ToolTable, rules: PlainRules) {
    this.text = text;
    this.tools = tools;
    this.rules = rules;
  }

  /** An object, or a list that begins with one. */
  value(): boolean | undefined {
    const char = this.next();
    if (char === '{') return this.object();
    if (char !== '[') return char === '' ? undefined : false;
    const first = this.next();
    if (first === '') return undefined;
    return first === '{' ? this.object() : false;
  }

  private object(): boolean | undefined {
    let named = false;
    for (;;) {
      const key = this.key((part) => this.isKey(part, named));
      if (typeof key !== 'string') return key;
      const colon = this.next();
      if (colon !== ':') return colon === '' ? undefined : false;
      const isSide = (key === 'type' || key === 'index' || idKeys.includes(key)) && !this.isArgument(key);
      const told = isSide ? this.skip() : this.member(key, named);
      if (told !== 'more') return told;
      named ||= !isSide;
    }
  }

  /** What the value of a key tells: `more` when it is the name of a tool, and others follow. */
  private member(key: string, named: boolean): boolean | 'more' | undefined {
    const value = this.peek();
    if (value === '') return undefined;
    const isArgument = this.isArgument(key);
    if (argumentKeys.includes(key) && !isArgument)
      return this.tools.told || this.rules.named || (named && value === '{');
    if (nameKeys.includes(key) && !named) {
      if (value === '{') return key === 'function' ? this.value() : this.tools.has(key);
      const known = this.name();
      if (known !== true) return known;
      return this.rules.named && this.tools.told ? true : this.comma();
    }
    if (wrapperKeys.includes(key)) return this.value();
    return (value === '{' && this.tools.has(key)) || isArgument;
  }

  private comma(): 'more' | false | undefined {
    const more = this.next();
    if (more === ',') return 'more';
    return more === '' ? undefined : false;
  }

  /** The name of a tool. */
  private name(): boolean | undefined {
    const { tools, rules } = this;
    const names = [...tools.names, ...answerNames, ...noCallNames];
    const free = !tools.told || rules.anyTool === true;
    const name = this.string((part) => (free && /^[\w.:/-]*(?:<|$)/.test(part)) || mayName(names, part));
    if (typeof name !== 'string') return name;
    return free ? name !== '' : names.includes(withoutTokens(name));
  }

  /** The value of a key that says nothing of the call: a short string or a number. */
  private skip(): 'more' | false | undefined {
    const char = this.peek();
    if (char === '') return undefined;
    if (char === '"' || char === "'") {
      const value = this.string(() => true);
      if (typeof value !== 'string') return value;
    } else {
      const word = /[\w.-]*/y;
      word.lastIndex = this.at;
      const [digits = ''] = word.exec(this.text) ?? [];
      this.at += digits.length;
      if (digits === '' && this.at < this.text.length) return false;
    }
    return this.comma();
  }

  /** A key, which may have no quotes. */
  private key(mayBegin: (part: string) => boolean): string | false | undefined {
    this.peek();
    bareKey.lastIndex = this.at;
    const [bare = ''] = bareKey.exec(this.text) ?? [];
    if (bare === '') return this.string(mayBegin);
    if (!mayBegin(bare)) return false;
    this.at += bare.length;
    return this.at === this.text.length ? undefined : bare;
  }

  /** A string whose beginning passes the test; undefined while it goes on. */
  private string(mayBegin: (part: string) => boolean): string | false | undefined {
    const quote = this.next();
    if (quote === '') return undefined;
    if (quote !== '"' && quote !== "'") return false;
    const end = this.text.indexOf(quote, this.at);
    const part = end === -1 ? this.text.slice(this.at) : this.text.slice(this.at, end);
    // What is escaped is read later on.
    if (!mayBegin(part.split('\\', 1)[0] ?? '')) return false;
    if (end === -1) return undefined;
    this.at = end + 1;
    return part.includes('\\') ? (readEscaped(part) ?? false) : part;
  }

  private isKey(part: string, named: boolean): boolean {
    const { tools } = this;
    if (argumentKeys.some((key) => key.startsWith(part)) || sideKeys.some((key) => key.startsWith(part))) return true;
    if (named) return false;
    const known = [...nameKeys, ...wrapperKeys, ...tools.names].some((key) => key.startsWith(part));
    return known || this.argumentsOfOne().some((key) => key.startsWith(part));
  }

  private isArgument(key: string): boolean {
    return this.argumentsOfOne().includes(key);
  }

  /** Where only one tool was offered its arguments may stand alone. */
  private argumentsOfOne(): readonly string[] {
    const { tools, rules } = this;
    const [name, ...others] = tools.names;
    if (!rules.named || name === undefined || others.length > 0) return [];
    const properties = tools.schemaOf(name)?.['properties'];
    return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  }

  private peek(): string {
    space.lastIndex = this.at;
    this.at += space.exec(this.text)?.[0].length ?? 0;
    return this.text.charAt(this.at);
  }

  private next(): string {
    const char = this.peek();
    this.at += char.length;
    return char;
  }
}

const sideKeys = ['type', 'index', ...idKeys];
const space = /\s*/y;
const bareKey = /[A-Za-z_][\w-]*/y;

function readEscaped(part: string): string | undefined {
  const text = part.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return text.includes('\\') ? undefined : text;
}
