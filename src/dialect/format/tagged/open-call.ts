import type { Body } from '../../read/grammar.js';
import { ArgumentObject } from '../../value/argument-object.js';
import type { TypedOptions } from '../../value/typed-value.js';

/** `lost`: it cannot be told where it ends. */
export type CallEnd = 'made' | 'rejected' | 'lost';

/** One call whose arguments are written one by one, from its name on. */
export class OpenCall {
  readonly name: string;
  readonly args: ArgumentObject;
  readonly repairs = new Set<string>();
  /** What was read last ends with the message and not by its own mark: only where nothing can be missing it counts. */
  unsure = false;
  /** A value in it ended with the message, by the close of the call: no argument the tool requires may be missing. */
  closedEarly = false;
  private readonly body: Body;
  private readonly index: number;
  private readonly hint: string;

  constructor(body: Body, index: number, options: { name: string; untyped: TypedOptions['untyped']; hint: string }) {
    this.body = body;
    this.index = index;
    this.name = options.name;
    this.hint = options.hint;
    this.args = new ArgumentObject(body.tools.schemaOf(options.name), options.untyped);
    body.calls.open(index, options.name);
  }

  /** All of it was read. `json`: the arguments, where they were not written one by one. */
  finish(json?: string): CallEnd {
    const { body, args, name } = this;
    if (args.problem !== undefined) return this.reject(args.problem);
    if (this.unsure && !args.isFull) return this.reject(cutShort);
    if (this.closedEarly && !args.hasRequired) return this.reject(cutShort);
    const text = json ?? args.json;
    body.calls.write(this.index, text);
    body.calls.add(this.index, { name, arguments: text });
    body.calls.repairCall(name, new Set([...this.repairs, ...args.repairs]));
    return 'made';
  }

  reject(why: string): CallEnd {
    return this.body.calls.rejectCall({ name: this.name, why, hint: this.hint });
  }

  lose(why: string): CallEnd {
    return this.body.calls.loseCall({ name: this.name, why, hint: this.hint });
  }
}

/** The name in `=NAME` or `name="NAME"`; undefined when there is none. */
export function nameIn(attributes: string): string | undefined {
  if (/^\s*=/.test(attributes)) return unquoted(attributes.slice(attributes.indexOf('=') + 1));
  return /\bname\s*=\s*(?:"([^"]*)"|'([^']*)')/
    .exec(attributes)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/** A name out of a tag, without the quotes that may stand around it. */
function unquoted(text: string): string {
  const bare = text.trim();
  return /^(["']).*\1$/s.test(bare) && bare.length > 1 ? bare.slice(1, -1).trim() : bare;
}

export const cutShort = 'the message ended in the middle of it';
