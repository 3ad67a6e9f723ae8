import type { CallBody, TagFormat } from './call-body.js';
import { CodeWatch } from './code-watch.js';
import type { DialectEvent, DialectParser } from './dialect.js';
import { FoundCalls } from './found-calls.js';
import { isSpace, Speech } from './speech.js';
import { tagAt } from './tag.js';

const think = '<think>';
const endThink = '</think>';
const lessThan = 0x3c;

/**
 * Reads a message in a format whose calls stand between tags: what is text, what is reasoning, and where a call was
 * meant. A tag in quoted code or in reasoning opens no call. What a body cannot read ends the reading: behind it, text
 * that was part of an argument could not be told from a call.
 */
export class MessageReader implements DialectParser {
  private readonly format: TagFormat;
  private readonly emit: (event: DialectEvent) => void;
  private readonly text: Speech;
  private readonly thoughts: Speech;
  private readonly watch = new CodeWatch();
  private readonly calls: FoundCalls;
  private readonly textTags: readonly string[];
  private readonly thoughtTags: readonly string[];
  private state: 'text' | 'reasoning' | 'over' = 'text';
  private body: CallBody | undefined;
  private bodyBeginsLine = false;
  /** An opening tag that turned out to be text: `line` when it began a line, as a call in another format would. */
  private stray: 'none' | 'inline' | 'line' = 'none';
  /** The start of a tag, perhaps. */
  private held = '';
  /** Behind an opening tag that opens nothing. */
  private behindTag = false;
  private ignored = 0;

  constructor(format: TagFormat, emit: (event: DialectEvent) => void) {
    this.format = format;
    this.emit = emit;
    this.text = new Speech('text', emit);
    this.thoughts = new Speech('reasoning', emit);
    this.calls = new FoundCalls(emit);
    this.textTags = [format.open, format.close, format.result, think, endThink];
    this.thoughtTags = [endThink, format.open];
  }

  get inCall(): boolean {
    return this.body !== undefined;
  }

  push(chunk: string): void {
    if (this.state === 'over') return;
    const text = this.held + chunk;
    this.held = '';
    for (let at = 0; at < text.length; ) at = this.takeNext(text, at);
  }

  end(): void {
    if (this.state !== 'over') this.endOpen();
    this.text.end();
    this.reportIgnored();
    this.calls.handOver();
  }

  private takeNext(text: string, at: number): number {
    if (this.state === 'over') return text.length;
    if (this.body !== undefined) return this.takeBody(text, at, this.body);
    return this.state === 'text' ? this.takeText(text, at) : this.takeReasoning(text, at);
  }

  private takeText(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const tag = code === lessThan ? tagAt(text, at, this.textTags) : undefined;
      if (tag === undefined) {
        this.look(code);
        continue;
      }
      if (at > from) this.text.say(text.slice(from, at));
      if (tag === 'partial') return this.hold(text, at);
      this.takeTag(tag);
      return at + tag.length;
    }
    this.text.say(from === 0 ? text : text.slice(from));
    return text.length;
  }

  private takeTag(tag: string): void {
    const { format, watch, calls } = this;
    if (watch.quoted) {
      this.sayPlain(tag);
      this.behindTag = tag === format.open;
    } else if (tag === format.open) {
      this.bodyBeginsLine = watch.atLineStart;
      this.body = format.createBody(calls);
    } else if (tag === think && watch.atLineStart) {
      this.state = 'reasoning';
      this.thoughts.begin();
    } else if (tag === format.result && watch.atLineStart && calls.any) {
      this.state = 'over';
      this.emit({ type: 'problem', code: 'result-ignored', message: inventedResult });
    } else if (tag === format.close && watch.atLineStart && this.stray === 'none') {
      calls.repair(`A ${tag} that closes nothing was left out.`);
      this.text.interrupt();
    } else {
      if (tag === format.close && this.stray === 'line') calls.reject(this.noJson());
      if (tag === format.close) this.stray = 'none';
      if (tag === endThink && calls.count > 0) calls.revoke(thoughtBefore);
      this.sayPlain(tag);
    }
  }

  private takeReasoning(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      this.lookBehindTag(code);
      const tag = code === lessThan ? tagAt(text, at, this.thoughtTags) : undefined;
      if (tag === undefined) continue;
      if (tag === 'partial') {
        this.thoughts.say(text.slice(from, at));
        return this.hold(text, at);
      }
      if (tag === endThink) {
        this.thoughts.say(text.slice(from, at));
        this.thoughts.interrupt();
        this.text.begin();
        this.watch.interrupt();
        this.state = 'text';
        return at + tag.length;
      }
      this.behindTag = true;
      at += tag.length - 1;
    }
    this.thoughts.say(text.slice(from));
    return text.length;
  }

  private takeBody(text: string, at: number, body: CallBody): number {
    const next = body.push(text, at);
    if (body.state === 'reading') return next < text.length ? this.hold(text, next) : next;
    this.endBody(body);
    return next;
  }

  private endBody(body: CallBody): void {
    this.body = undefined;
    if (body.state === 'none') {
      this.stray = this.bodyBeginsLine ? 'line' : 'inline';
      this.sayPlain(this.format.open + body.lead);
      return;
    }
    this.text.interrupt();
    this.watch.interrupt();
    if (body.state === 'lost') this.state = 'over';
  }

  private endOpen(): void {
    const { body } = this;
    if (body !== undefined) {
      body.end();
      this.endBody(body);
      if (body.state === 'none' && this.bodyBeginsLine) this.calls.reject(this.noJson());
    } else if (this.state === 'reasoning') this.thoughts.say(this.held);
    else this.sayPlain(this.held);
    this.held = '';
  }

  private reportIgnored(): void {
    if (this.ignored === 0) return;
    const perhapsMeant = this.state === 'reasoning' || this.watch.endsInFence() || !this.watch.spoke;
    if (this.calls.count === 0 && perhapsMeant) this.calls.reject(quotedOnly);
    else this.emit({ type: 'problem', code: 'call-ignored', message: quotedBeside });
  }

  private hold(text: string, at: number): number {
    this.held = text.slice(at);
    return text.length;
  }

  private sayPlain(text: string): void {
    if (text === '') return;
    for (let at = 0; at < text.length; at += 1) this.look(text.charCodeAt(at));
    this.text.say(text);
  }

  private look(code: number): void {
    this.watch.take(code);
    this.lookBehindTag(code);
  }

  /** What opens nothing but is followed by an object looks like a call. */
  private lookBehindTag(code: number): void {
    if (!this.behindTag || isSpace(code)) return;
    this.behindTag = false;
    if (code === 0x7b || code === 0x5b) this.ignored += 1;
  }

  private noJson(): string {
    const { open, close } = this.format;
    return `What stands behind ${open} is no JSON object, so no call was made. Write ${open}, one JSON object with "name" and "arguments", ${close}.`;
  }
}

const inventedResult =
  'The model wrote a result itself. It and all that follows it was left out: results come from tools only.';
const thoughtBefore =
  'A call stood before </think>, so it was part of the reasoning and was not run. Make the call after </think>.';
const quotedOnly =
  'What looks like a call stood in reasoning or in quoted code, so it was not run. To make a call, write it after the reasoning, outside of code.';
const quotedBeside = 'What looks like a call stood in reasoning or in quoted code, so it was not run.';
