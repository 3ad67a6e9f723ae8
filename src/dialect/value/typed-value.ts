import { readLooseJson } from './loose-json.js';
import { readPythonLiteral } from './python-reader.js';
import { type Typing, typesOf } from './typing.js';

export interface TypedOptions extends Typing {
  /** What a value of which nothing is said is: text as it stands, or JSON where it is some. */
  readonly untyped: 'text' | 'json';
}

export interface TypedValue {
  readonly json: string;
  readonly repairs: readonly string[];
}

/**
 * The one rule by which a value that was written as bare text gets its type. Of the types its schema accepts the first
 * that the text fits counts, in this order: null, integer, number, boolean, object, array, string. `null` is null unless
 * only a string is accepted. What fits none is kept as a string, and the check of the arguments says what is wrong.
 */
export function readTyped(text: string, { untyped, ...typing }: TypedOptions): TypedValue {
  const types = typesOf(typing);
  if (types === undefined) return untyped === 'json' ? readUntyped(text) : asText(text);
  const bare = text.trim();
  if (types.has('string') ? types.has('null') && bare === 'null' : /^(?:null|None)$/.test(bare)) return plain('null');
  if (types.has('integer') || types.has('number')) {
    const number = readNumber(bare, types.has('number'));
    if (number !== undefined) return number;
  }
  if (types.has('boolean')) {
    if (/^true$/i.test(bare)) return plain('true');
    if (/^false$/i.test(bare)) return plain('false');
    if (types.size === 1 && (bare === '1' || bare === '0'))
      return { json: bare === '1' ? 'true' : 'false', repairs: [`${bare} was read as a truth value`] };
  }
  if ((types.has('object') && bare.startsWith('{')) || (types.has('array') && /^[[(]/.test(bare))) {
    const read = readContainer(bare);
    if (read !== undefined) return read;
  }
  return asText(text);
}

/** JSON where the text is some, else the text. */
export function readUntyped(text: string): TypedValue {
  const bare = text.trim();
  if (/^(?:true|false|null)$/.test(bare) || bare.startsWith('"')) {
    const read = readLooseJson(bare);
    if (read.ok) return { json: read.json, repairs: read.repairs };
  }
  if (/^[[{]/.test(bare)) return readContainer(bare) ?? asText(text);
  return readNumber(bare, true) ?? asText(text);
}

export const asText = (text: string): TypedValue => plain(JSON.stringify(text));

function readContainer(bare: string): TypedValue | undefined {
  const read = readLooseJson(bare);
  if (read.ok) return { json: read.json, repairs: read.repairs };
  const literal = readPythonLiteral(bare);
  return literal.ok ? { json: literal.json, repairs: ['a Python literal was read as JSON'] } : undefined;
}

/** Its digits are kept as they were written. */
function readNumber(bare: string, fraction: boolean): TypedValue | undefined {
  const form = /^([+-]?)(0*)(\d+)(?:\.(\d*))?([eE][+-]?\d+)?$/.exec(bare);
  if (form === null) return undefined;
  const [, sign = '', zeros = '', digits = '', decimals, exponent] = form;
  const value = Number(bare);
  if (!Number.isFinite(value)) return undefined;
  const whole = `${sign === '-' ? '-' : ''}${digits}`;
  const repairs: string[] = [];
  if (sign === '+' || zeros !== '')
    repairs.push(`${bare} was read as ${whole}${decimals === undefined ? '' : `.${decimals}`}`);
  if (decimals === undefined && exponent === undefined) {
    if (!Number.isSafeInteger(value)) repairs.push('a number with more digits than a number holds was kept as written');
    return { json: whole, repairs };
  }
  if (fraction)
    return {
      json: `${whole}${decimals === undefined || decimals === '' ? '' : `.${decimals}`}${exponent ?? ''}`,
      repairs,
    };
  if (!Number.isSafeInteger(value)) return undefined;
  return { json: String(value), repairs: [...repairs, `${bare} was read as ${value}`] };
}

const plain = (json: string): TypedValue => ({ json, repairs: [] });
