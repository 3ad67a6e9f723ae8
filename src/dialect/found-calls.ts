import { type DialectCall, type DialectEvent, type DialectProblem, maxCalls } from './dialect.js';

type FoundCall = Extract<DialectEvent, { readonly type: 'call' }>;

/** The calls of one message. They are handed over at its end; until then they can be taken back. */
export class FoundCalls {
  private readonly emit: (event: DialectEvent) => void;
  private found: FoundCall[] = [];
  private begun = 0;
  private rejected = false;
  private readonly rejections = new Set<string>();
  private readonly repairs = new Set<string>();

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

  /** A place for one more call, or undefined when there are too many. */
  place(): number | undefined {
    if (this.begun >= maxCalls) return undefined;
    this.begun += 1;
    return this.begun - 1;
  }

  open(index: number, name: string): void {
    this.emit({ type: 'call-open', index, name });
  }

  write(index: number, text: string): void {
    this.emit({ type: 'call-arguments', index, text });
  }

  add(index: number, call: DialectCall): void {
    this.found.push({ type: 'call', index, name: call.name, arguments: call.arguments });
  }

  reject(message: string): void {
    this.rejected = true;
    this.report('call-rejected', message, this.rejections);
  }

  repair(message: string): void {
    this.report('call-repaired', message, this.repairs);
  }

  /** Takes back every call so far. */
  revoke(message: string): void {
    this.found = [];
    this.reject(message);
  }

  handOver(): void {
    for (const call of this.found) this.emit(call);
    this.found = [];
  }

  private report(code: DialectProblem['code'], message: string, told: Set<string>): void {
    if (told.size >= maxTold || told.has(message)) return;
    told.add(message);
    this.emit({ type: 'problem', code, message });
  }
}

/** The most problems of one kind that are told of one message; the same one is told once. */
const maxTold = 16;
