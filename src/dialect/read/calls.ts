import { defined } from '../../base/defined.js';
import { cutEnd } from '../../base/text.js';
import { type DialectCall, type DialectEvent, type DialectProblem, maxCalls } from '../dialect.js';
import { withoutTokens } from './tool-table.js';

export type FoundCall = Extract<DialectEvent, { readonly type: 'call' }>;

export interface BadCall {
  readonly name?: string | undefined;
  readonly why: string;
  /** How a call is written rightly. */
  readonly hint?: string;
}

/** The calls of one message. They are handed over at its end; until then they can be taken back. */
export class Calls {
  private readonly emit: (event: DialectEvent) => void;
  /** Where in the message that stands which is read now. Problems are reported for it. */
  at = 0;
  /** The dialect in which it is written. */
  dialect = '';
  private found: FoundCall[] = [];
  private begun = 0;
  private rejected = false;
  private readonly told = new Map<DialectProblem['code'], Set<string>>();

  constructor(emit: (event: DialectEvent) => void) {
    this.emit = emit;
  }

  /** Whether a call was made, be it a good one or not. */
  get any(): boolean {
    return this.found.length > 0 || this.rejected;
  }

  get count(): number {
    return this.found.length;
  }

  /** A place for one more call, or undefined when there are too many: then every call is taken back. */
  place(): number | undefined {
    if (this.begun >= maxCalls) {
      this.revoke(`A message may hold ${maxCalls} calls at most, so none of it was run. Make fewer calls at once.`);
      return undefined;
    }
    this.begun += 1;
    return this.begun - 1;
  }

  /** Tells those who watch that a call begins, and what came of its arguments. */
  open(index: number, name: string): void {
    this.emit({ type: 'call-open', index, name: withoutTokens(name) });
  }

  write(index: number, text: string): void {
    this.emit({ type: 'call-arguments', index, text });
  }

  add(index: number, { id, name: written, arguments: args }: DialectCall, dialect = this.dialect): void {
    const name = withoutTokens(written);
    if (name !== written) this.repairCall(name, [`${written.replace(name, '').trim()} beside its name was left out`]);
    this.found.push({ type: 'call', index, dialect, ...defined({ id }), name, arguments: args });
  }

  /** Makes a call and tells what was changed in it; `lost` when there are too many. */
  make(call: DialectCall, repairs: Iterable<string> = []): 'closed' | 'lost' {
    const index = this.place();
    if (index === undefined) return 'lost';
    this.open(index, call.name);
    this.write(index, call.arguments);
    this.add(index, call);
    this.repairCall(call.name, repairs);
    return 'closed';
  }

  reject(message: string): void {
    this.rejected = true;
    this.report('call-rejected', message);
  }

  /** `The call of NAME was not run: WHY.` and what to do instead. */
  rejectCall({ name, why, hint }: BadCall): 'rejected' {
    this.reject(`${called(name)} was not run: ${cutEnd(why, 300)}.${hint === undefined ? '' : ` ${hint}`}`);
    return 'rejected';
  }

  /** The same where it cannot be told where the call ends. */
  loseCall({ hint = '', ...call }: BadCall): 'lost' {
    this.rejectCall({ ...call, hint: `Nothing behind it counts as a call. ${hint}` });
    return 'lost';
  }

  repair(message: string): void {
    this.report('call-repaired', message);
  }

  /** `The call of NAME was repaired: …`, when anything was. */
  repairCall(name: string, repairs: Iterable<string>): void {
    const list = [...repairs];
    if (list.length > 0) this.repair(`${called(name)} was repaired: ${list.join('; ')}.`);
  }

  ignore(message: string): void {
    this.report('call-ignored', message);
  }

  /** A call that was left out because another one has its id. */
  repeat(message: string): void {
    this.report('call-repeated', message);
  }

  /** Takes back every call so far. */
  revoke(message: string): void {
    this.found = [];
    this.reject(message);
  }

  handOver(settle?: (found: readonly FoundCall[], calls: Calls) => readonly FoundCall[]): void {
    for (const call of settle?.(this.found, this) ?? this.found) this.emit(call);
    this.found = [];
  }

  private report(code: DialectProblem['code'], message: string): void {
    const told = this.told.get(code) ?? new Set<string>();
    this.told.set(code, told);
    if (told.size >= maxTold || told.has(message)) return;
    told.add(message);
    this.emit({ type: 'problem', code, message, at: this.at });
  }
}

/** The most problems of one kind that are told of one message; the same one is told once. */
const maxTold = 16;

const called = (name: string | undefined): string =>
  name === undefined || name === '' ? 'A call' : `The call of ${cutEnd(name, 64)}`;
