import type { DialectCall } from '../../dialect.js';
import type { Body } from '../../read/grammar.js';
import { type Reading, Stops } from '../../read/input.js';
import { ArgumentObject } from '../../value/argument-object.js';
import { withoutTagBreaks } from '../../value/tag-breaks.js';
import type { TypedOptions } from '../../value/typed-value.js';
import { wrapped } from '../invoke/write-invokes.js';
import { membersOf } from '../write-calls.js';
import { attribute, createHead, escapeAttribute } from './attributes.js';
import { createRawValue } from './raw-value.js';

export interface InvokeOptions {
  /** What stands before `invoke` and `parameter` in their tags. */
  readonly prefix: string;
  /** What closes a call beside its own tag, and is not taken. */
  readonly ends: readonly string[];
  /** A line break at both ends of a value is no part of it. */
  readonly breaks: boolean;
  /** What a value is of which the schema says nothing. */
  readonly untyped: TypedOptions['untyped'];
  /** What the tool is called that the model named so. */
  nameOf?(name: string, body: Body): { readonly name: string; readonly repairs: readonly string[] };
}

/** `cut`: where it ends is unknown. */
export type InvokeRead =
  | { readonly ok: true; readonly call: DialectCall; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly name?: string | undefined; readonly why: string; readonly cut: boolean };

/** Reads `<invoke name="…"><parameter name="…">…</parameter></invoke>`, from behind `<invoke`. */
export function createInvoke({
  prefix,
  ends,
  breaks,
  untyped,
  nameOf,
}: InvokeOptions): (body: Body) => Reading<InvokeRead> {
  const parameter = `<${prefix}parameter`;
  const close = `</${prefix}invoke>`;
  const readHead = createHead('>');
  const readValue = createRawValue([`</${prefix}parameter>`], [parameter, close, ...ends]);
  const closes = new Stops([close, ...ends]);
  const parts = new Stops([parameter, close, ...ends]);
  return function* read(body) {
    const { input, tools } = body;
    const head = yield* readHead(input);
    const written = head === undefined ? undefined : attribute(head, 'name');
    if (written === undefined || written.trim() === '') {
      const { stop } = yield* input.until(closes);
      if (stop === close) input.at += close.length;
      return { ok: false, why: 'its tag names no tool', cut: stop === undefined };
    }
    const { name, repairs } = nameOf?.(written, body) ?? { name: written, repairs: [] };
    const args = new ArgumentObject(tools.schemaOf(name), untyped);
    let stray = false;
    for (;;) {
      yield* input.space();
      if (yield* input.takes(parameter)) {
        const key = attribute((yield* readHead(input)) ?? '', 'name');
        const { text, closed } = yield* readValue(input);
        if (!closed) return { ok: false, name, why: 'the message ended in the middle of it', cut: true };
        if (key === undefined) return { ok: false, name, why: 'one of its arguments has no name', cut: true };
        args.setText(key, breaks ? withoutTagBreaks(text) : text);
        continue;
      }
      const closed = yield* input.takes(close);
      if (closed || (yield* input.seesOne(ends)) !== undefined) {
        const more = [...repairs, ...args.repairs];
        if (!closed) more.push(`${close} was missing`);
        if (stray) more.push('what stood beside its arguments was left out');
        const refused = args.problem;
        if (refused !== undefined) return { ok: false, name, why: refused, cut: false };
        return { ok: true, call: { name, arguments: args.json }, repairs: more };
      }
      if ((yield* input.peek()) === '')
        return { ok: false, name, why: 'the message ended in the middle of it', cut: true };
      const beside = yield* input.until(parts);
      if (beside.stop === undefined) return { ok: false, name, why: `${close} is missing`, cut: true };
      stray = true;
    }
  };
}

/** Writes what is read so. */
export function writeInvoke(
  { prefix, breaks }: Pick<InvokeOptions, 'prefix' | 'breaks'>,
  { name, arguments: args }: DialectCall,
  join: string,
): string {
  const parameters = membersOf(args).map(
    ({ key, text }) =>
      `<${prefix}parameter name="${escapeAttribute(key)}">${breaks ? wrapped(text) : text}</${prefix}parameter>${join}`,
  );
  return `<${prefix}invoke name="${escapeAttribute(name)}">${join}${parameters.join('')}</${prefix}invoke>`;
}
