import { cutEnd } from '../base/text.js';
import type { CallBody } from './call-body.js';
import { type DialectCall, maxCallLength, maxCalls } from './dialect.js';
import type { FoundCalls } from './found-calls.js';
import { readNamedCall, readWord } from './named-call.js';
import { ObjectScan } from './object-scan.js';
import { isSpace } from './speech.js';
import { tagAt } from './tag.js';

export const open = '<tool_call>';
export const close = '</tool_call>';
const tags = [close, open] as const;

/** White space and a code fence may stand before the object. */
const maxLead = 128;
const wholeLead = /^\s*(?:`{3,}\w*\s*)?$/;
const fenceLead = /`{3,}\w*$/;

const howTo = `Write each call as ${open}, one JSON object with "name" and "arguments", ${close}.`;

interface OpenCall {
  readonly index: number;
  readonly scan: ObjectScan;
  name: string | undefined;
  streamed: boolean;
}

/** Reads one or more `{"name": …, "arguments": {…}}` up to `</tool_call>`. None counts before that tag or the end came. */
export class HermesBody implements CallBody {
  state: CallBody['state'] = 'reading';
  lead = '';
  private readonly calls: FoundCalls;
  private readonly made: { readonly index: number; readonly call: DialectCall }[] = [];
  private readonly repairs = new Set<string>();
  private current: OpenCall | undefined;
  private json = '';
  private objects = 0;
  private inLead = true;
  private inList = false;
  private fenced = false;

  constructor(calls: FoundCalls) {
    this.calls = calls;
  }

  push(text: string, from: number): number {
    let at = from;
    while (at < text.length && this.state === 'reading') {
      const next = this.takeNext(text, at);
      if (next === at && this.state === 'reading' && this.current === undefined) return at;
      at = next;
    }
    return at;
  }

  end(): void {
    if (this.inLead) this.state = 'none';
    else if (this.current !== undefined || this.inList) this.lose('the message ended in the middle of it');
    else {
      this.repairs.add(`${close} was missing at the end of the message`);
      this.commit();
    }
  }

  private takeNext(text: string, at: number): number {
    if (this.current !== undefined) return this.takeObject(text, at, this.current);
    return this.inLead ? this.takeLead(text, at) : this.takeBetween(text, at);
  }

  private takeLead(text: string, at: number): number {
    const char = text.charAt(at);
    if ((char === '{' || char === '[') && wholeLead.test(this.lead)) {
      this.inLead = false;
      this.fenced = this.lead.includes('`');
      if (this.fenced) this.repairs.add('a code fence inside its tags was left out');
      if (char === '{') return this.beginObject(at);
      this.inList = true;
      this.repairs.add('a list was read as the calls it holds');
      return at + 1;
    }
    const fits = char === '`' || isSpace(char.charCodeAt(0)) || (/\w/.test(char) && fenceLead.test(this.lead));
    if (!fits || this.lead.length >= maxLead) {
      this.state = 'none';
      return at;
    }
    this.lead += char;
    return at + 1;
  }

  private beginObject(at: number): number {
    const index = this.calls.place();
    if (index === undefined) {
      this.state = 'lost';
      this.calls.revoke(
        `A message may hold ${maxCalls} calls at most, so none of it was run. Make fewer calls at once.`,
      );
      return at;
    }
    if (this.objects > 0 && !this.inList) this.repairs.add('several calls stood between one pair of tags');
    this.objects += 1;
    this.json = '';
    const call: OpenCall = { index, scan: new ObjectScan(this.watcher), name: undefined, streamed: false };
    this.current = call;
    return at;
  }

  private readonly watcher = {
    string: (key: string, value: string): void => {
      const call = this.current;
      if (call === undefined || key !== 'name' || call.name !== undefined) return;
      call.name = readWord(value);
      if (call.name !== undefined) this.calls.open(call.index, call.name);
    },
    object: (key: string, piece: string): void => {
      if (this.current?.name === undefined || (key !== 'arguments' && key !== 'parameters')) return;
      this.current.streamed = true;
      this.calls.write(this.current.index, piece);
    },
  };

  private takeObject(text: string, at: number, call: OpenCall): number {
    const next = call.scan.take(text, at, Math.min(text.length, at + maxCallLength - this.json.length));
    this.json += text.slice(at, next);
    if (call.scan.state !== 'reading') this.endObject(call);
    else if (this.json.length >= maxCallLength) {
      this.lose(`it is longer than ${maxCallLength / 1024 / 1024} MB; split the work into smaller calls`);
    }
    return next;
  }

  private endObject({ index, name, streamed }: OpenCall): void {
    const read = readNamedCall(this.json);
    if (!read.ok && read.broken) {
      this.lose(read.why);
      return;
    }
    this.current = undefined;
    this.json = '';
    if (!read.ok) {
      this.calls.reject(`${called(name)} was not run: ${cutEnd(read.why, 300)}. ${howTo}`);
      return;
    }
    if (name === undefined) this.calls.open(index, read.call.name);
    if (!streamed) this.calls.write(index, read.call.arguments);
    this.made.push({ index, call: read.call });
    for (const repair of read.repairs) this.repairs.add(repair);
  }

  /** White space, marks between calls, a closing fence, or the tag that ends it. */
  private takeBetween(text: string, at: number): number {
    switch (text.charAt(at)) {
      case ' ':
      case '\n':
      case '\r':
      case '\t':
      case ',':
      case ';':
        return at + 1;
      case '{':
        return this.beginObject(at);
      case ']':
        if (!this.inList) this.repairs.add('an extra ] was left out');
        this.inList = false;
        return at + 1;
      case '}':
        this.repairs.add('an extra } was left out');
        return at + 1;
      case '`':
        if (this.fenced) return at + 1;
        break;
      case '<': {
        const tag = tagAt(text, at, tags);
        if (tag === 'partial') return at;
        if (tag === undefined) break;
        if (tag === open) this.repairs.add(`${close} was missing before the next ${open}`);
        this.closeAt(tag);
        return tag === close ? at + close.length : at;
      }
    }
    this.lose(`something other than ${close} follows it`);
    return at;
  }

  private closeAt(tag: typeof open | typeof close): void {
    if (this.inList) this.lose(`its list of calls has no ] before ${tag}`);
    else if (this.objects > 0) this.commit();
    else {
      this.state = 'closed';
      this.calls.reject(`There is no call between ${open} and ${close}. ${howTo}`);
    }
  }

  private commit(): void {
    this.state = 'closed';
    for (const { index, call } of this.made) this.calls.add(index, call);
    const [first, ...more] = this.made;
    if (first === undefined || this.repairs.size === 0) return;
    const who = more.length === 0 ? called(first.call.name) : `${called(first.call.name)} and ${more.length} more`;
    this.calls.repair(`${who} was repaired: ${[...this.repairs].join('; ')}.`);
  }

  private lose(why: string): void {
    this.state = 'lost';
    const name = this.made[0]?.call.name ?? this.current?.name;
    const rest = 'Nothing of the message from there on was read.';
    this.calls.reject(`${called(name)} was not run: ${cutEnd(why, 300)}. ${rest} ${howTo}`);
  }
}

const called = (name: string | undefined): string =>
  name === undefined ? 'A call' : `The call of ${cutEnd(name, 64)}`;
