import { rawMember } from '../../base/raw-json.js';
import { isSchema } from '../../schema/is-schema.js';
import type { LooseSchema } from '../../schema/json-schema.js';
import { dereference } from '../../schema/schema-types.js';
import type { ToolTable } from '../read/tool-table.js';
import { ArgumentObject } from './argument-object.js';
import { parseShape } from './loose-json.js';
import { isObject } from './named-call.js';
import { readUnescaped } from './python-quotes.js';
import { PythonReader, readPythonLiteral } from './python-reader.js';
import { asText } from './typed-value.js';
import { typesOf, typingOf } from './typing.js';

export interface PythonCallOptions {
  readonly tools: ToolTable;
  /** A value without quotes is a string where its schema lets it be one. */
  readonly bareWords?: true;
}

export interface PythonCall {
  readonly name: string;
  /** One JSON object. */
  readonly arguments: string;
  readonly repairs: readonly string[];
}

export type PythonCallRead =
  | { readonly ok: true; readonly call: PythonCall }
  | { readonly ok: false; readonly name?: string | undefined; readonly why: string };

/** Reads `NAME(KEY=LITERAL, …)`, the whole text. */
export function readPythonCall(text: string, options: PythonCallOptions): PythonCallRead {
  const reader = new CallReader(new PythonReader(text), options);
  const call = reader.call();
  if (call !== undefined && reader.atEnd()) return { ok: true, call };
  return { ok: false, name: reader.name, why: reader.why };
}

export type PythonCallsRead =
  | { readonly ok: true; readonly calls: readonly PythonCall[] }
  | { readonly ok: false; readonly why: string };

/** Reads calls, one behind the other, in whose strings quotes were not escaped. They may end with the `]` of a list. */
export function readUnescapedCalls(text: string, options: PythonCallOptions): PythonCallsRead {
  const read = readUnescaped(text, (reader) => new CallReader(reader, options).calls());
  return read.ok ? { ok: true, calls: read.value } : { ok: false, why: read.why };
}

/** The tool that is meant by a name: modules before it and `.call` behind it are left out where that makes it known. */
export function toolNamed(written: string, tools: ToolTable): string {
  const name = written.replace(/^default_api\.(?=.)/, '').replace(/(?<=.)\.call$/, '');
  if (tools.has(written)) return written;
  if (tools.has(name) || !tools.told) return name;
  const parts = name.split('.');
  if (parts.length > 1 && callWords.has(parts.at(-1) ?? '')) parts.pop();
  for (let from = 0; from < parts.length; from += 1) {
    const rest = parts.slice(from).join('.');
    if (tools.has(rest)) return rest;
  }
  return name;
}

const callWords: ReadonlySet<string> = new Set(['call', 'run', 'invoke']);

class CallReader {
  /** The name of the call that was begun last. */
  name: string | undefined;
  private readonly reader: PythonReader;
  private readonly options: PythonCallOptions;

  constructor(reader: PythonReader, options: PythonCallOptions) {
    this.reader = reader;
    this.options = options;
  }

  get why(): string {
    return this.reader.problem?.why ?? 'something follows it';
  }

  atEnd(): boolean {
    this.reader.space();
    return this.reader.at === this.reader.text.length;
  }

  /** All calls up to the end of the text. */
  calls(): readonly PythonCall[] | undefined {
    const { reader } = this;
    const calls: PythonCall[] = [];
    for (;;) {
      const call = this.call();
      if (call === undefined) return undefined;
      calls.push(call);
      if (this.atEnd()) return calls;
      if (reader.takes(']')) return this.atEnd() ? calls : reader.fail('something follows the list');
      if (!reader.takes(',')) reader.takes(';');
    }
  }

  call(): PythonCall | undefined {
    const { reader, options } = this;
    const { tools } = options;
    reader.space();
    const written = this.take(callName);
    if (written === undefined) return reader.fail('it does not begin with a name');
    if (written === 'print' && !tools.has(written)) return this.printed();
    this.name = toolNamed(written, tools);
    reader.space();
    if (!reader.takes('(')) return reader.fail('there is no ( behind the name');
    const args = this.arguments(tools.schemaOf(this.name));
    if (args === undefined) return undefined;
    const repairs = new Set([...reader.repairs, ...args.repairs]);
    reader.repairs.clear();
    return { name: this.name, arguments: args.json, repairs: [...repairs] };
  }

  /** `print(NAME(…))` is the call it prints. */
  private printed(): PythonCall | undefined {
    const { reader } = this;
    reader.space();
    if (!reader.takes('(')) return reader.fail('there is no ( behind the name');
    const call = this.call();
    reader.space();
    return call === undefined || reader.takes(')') ? call : reader.fail('print has something else than one call');
  }

  private arguments(schema: LooseSchema | undefined): ArgumentObject | undefined {
    const { reader } = this;
    const named = new ArgumentObject(schema, 'text');
    const positional: string[] = [];
    for (;;) {
      reader.space();
      if (reader.takes(')')) break;
      if (!this.argument(named, positional)) return undefined;
      reader.space();
      if (!reader.takes(',') && reader.text.charAt(reader.at) !== ')')
        return reader.fail('something follows an argument');
    }
    const args = positional.length === 0 ? named : place(positional, named, schema);
    if (args === undefined) return reader.fail('an argument has no name; write each as NAME=VALUE');
    return args.problem === undefined ? args : reader.fail(args.problem);
  }

  private argument(args: ArgumentObject, positional: string[]): boolean {
    const { reader } = this;
    if (reader.text.startsWith('**', reader.at)) {
      reader.at += 2;
      const json = reader.value(1);
      return json !== undefined && spread(json, args, reader);
    }
    const key = this.take(keyword);
    if (key === undefined) {
      const json = reader.value(1);
      if (json !== undefined) positional.push(json);
      return (
        json !== undefined &&
        (args.size === 0 || reader.fail('an argument without a name follows one with a name') !== undefined)
      );
    }
    reader.space();
    if (reader.takes(':')) args.repairs.add(': was read as =');
    else reader.takes('=');
    reader.space();
    const json = this.bareWord(key, args) ?? reader.value(1);
    if (json === undefined) return false;
    args.set(key, { json, repairs: [] });
    return true;
  }

  private bareWord(key: string, args: ArgumentObject): string | undefined {
    if (this.options.bareWords === undefined) return undefined;
    const { reader } = this;
    bareValue.lastIndex = reader.at;
    const word = bareValue.exec(reader.text)?.[1];
    if (word === undefined || readPythonLiteral(word).ok) return undefined;
    if (typesOf(typingOf(args.schemaOf(key)))?.has('string') === false) return undefined;
    reader.at += word.length;
    args.repairs.add(`${word.slice(0, 40)} was put in quotes`);
    return asText(word).json;
  }

  private take(pattern: RegExp): string | undefined {
    const { reader } = this;
    pattern.lastIndex = reader.at;
    const found = pattern.exec(reader.text)?.[1];
    if (found !== undefined) reader.at += found.length;
    return found;
  }
}

/** Values without a name get those of the schema, in its order; undefined when it does not tell. */
function place(
  values: readonly string[],
  named: ArgumentObject,
  schema: LooseSchema | undefined,
): ArgumentObject | undefined {
  const properties = schema === undefined ? undefined : dereference(schema, schema)['properties'];
  if (!isSchema(properties)) return undefined;
  const names = Object.keys(properties);
  const args = new ArgumentObject(schema, 'text');
  const [first = ''] = values;
  if (values.length === 1 && named.size === 0 && isWhole(first, names, args)) {
    args.repairs.add('one object was read as all of its arguments');
    spread(first, args);
    return args;
  }
  if (values.length > names.length) return undefined;
  for (const [at, json] of values.entries()) args.set(names[at] ?? '', { json, repairs: [] });
  spread(named.json, args);
  args.repairs.add('values without a name were given the names of the schema, in its order');
  for (const repair of named.repairs) args.repairs.add(repair);
  return args;
}

/** Whether the only value is an object with the arguments in it, and no argument itself. */
function isWhole(json: string, names: readonly string[], args: ArgumentObject): boolean {
  const parsed = json.startsWith('{') ? parseShape(json) : undefined;
  if (parsed?.ok !== true || !isObject(parsed.value)) return false;
  if (typesOf(typingOf(args.schemaOf(names[0] ?? '')))?.has('object')) return false;
  const keys = Object.keys(parsed.value);
  return keys.length > 0 && keys.every((key) => names.includes(key));
}

/** The members of an object as arguments. */
function spread(json: string, args: ArgumentObject, reader?: PythonReader): boolean {
  const parsed = parseShape(json);
  if (!parsed.ok || !isObject(parsed.value)) {
    reader?.fail('what follows ** is no dict');
    return false;
  }
  for (const key of Object.keys(parsed.value)) args.set(key, { json: rawMember(json, [key]) ?? 'null', repairs: [] });
  return true;
}

const callName = /([\p{L}_][\p{L}\p{N}_.$-]*)/uy;
const keyword = /([\p{L}_$][\p{L}\p{N}_$-]*)\s*(?:=(?!=)|:)/uy;
const bareValue = /([^\s'"()[\]{},=#](?:[^'"()[\]{},=\n]*[^\s'"()[\]{},=])?)\s*(?=[,)])/y;
