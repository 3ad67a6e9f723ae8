import type { DialectEvent, DialectParser, ParserOptions } from '../dialect.js';
import { Calls } from './calls.js';
import { CodeWatch } from './code-watch.js';
import { FenceHold } from './fence-hold.js';
import type { Body, BodyEnd, DialectOpener, Grammar, Thought, Wrapper } from './grammar.js';
import { Input, type Reading } from './input.js';
import { type Marker, type Markers, markersOf, standsAt, startsAnywhere, startsLine } from './markers.js';
import { endsMessage, endsOnly } from './message-end.js';
import { Speech } from './speech.js';
import { type ToolTable, toolTable } from './tool-table.js';

/** The most characters behind a marker that tell whether it opens a call. */
const maxAhead = 256;

/** The most characters of the text before an opener that its format may look at. */
const maxTail = 200;

interface Found {
  readonly marker: Marker;
  readonly opener: DialectOpener | undefined;
}

/**
 * Reads a message: what is text, what is reasoning, and where a call was meant; the formats read the calls themselves. A
 * marker in quoted code or in reasoning opens no call. What a format cannot read ends the reading: behind it, text that
 * was part of an argument could not be told from a call.
 */
export class MessageReader implements DialectParser {
  private readonly emit: (event: DialectEvent) => void;
  private readonly grammar: Grammar;
  private readonly options: ParserOptions;
  private readonly input = new Input();
  private readonly tools: ToolTable;
  private readonly markers: Markers;
  private readonly calls: Calls;
  private readonly text: Speech;
  private readonly thoughts: Speech;
  /** Where calls in code blocks count, their marks would be left alone. */
  private readonly fences: FenceHold | undefined;
  /** The call that is read stands in a code block. */
  private inBlock = false;
  private readonly textWatch = new CodeWatch();
  private watch = this.textWatch;
  private state: 'text' | 'reasoning' | 'plain' | 'over' = 'text';
  private body: Reading<BodyEnd> | undefined;
  private thought: Thought | undefined;
  /** From the first opener in reasoning on: it is a call if the reasoning never ends. */
  private draft: string | undefined;
  private draftAt = 0;
  /** It reads such a draft: reasoning that never ends in there is not read once more. */
  private inDraft = false;
  /** A marker that opens calls stood at the start of a line, and what follows it is in no format. */
  private stray: string | undefined;
  private strayAt: number | undefined;
  private thoughtSeen = false;
  /** What closes the wrapper that was opened. */
  private wrapped: string | undefined;
  /** The end of the text so far. */
  private tail = '';
  private ignored = 0;
  private ignoredAt = 0;
  /** What looks like a call stood in quoted code of the text. */
  private quoted = false;

  constructor(grammar: Grammar, options: ParserOptions, emit: (event: DialectEvent) => void) {
    this.grammar = grammar;
    this.options = options;
    this.emit = emit;
    this.tools = toolTable(options.tools);
    this.markers = markersOf(grammar, this.tools);
    this.calls = new Calls(emit);
    this.text = new Speech('text', emit);
    this.thoughts = new Speech('reasoning', emit);
    if (options.inCode === true) this.fences = new FenceHold((text) => this.text.say(text));
    if (options.thinking === 'open') this.think(undefined);
  }

  get inCall(): boolean {
    return this.body !== undefined;
  }

  push(chunk: string): void {
    if (this.state === 'over' || chunk === '') return;
    this.input.append(chunk);
    this.read();
  }

  end(): void {
    this.input.ended = true;
    if (this.state !== 'over') this.read();
    if (this.draft !== undefined) this.endDraft(this.draft);
    this.thoughts.end();
    this.fences?.end();
    this.text.end();
    this.reportIgnored();
    if (this.stray !== undefined && !this.calls.any) {
      this.calls.at = this.strayAt ?? 0;
      this.calls.reject(unknownFormat(this.stray));
    }
    this.calls.handOver(this.grammar.settle);
  }

  private read(): void {
    for (;;) {
      if (this.body !== undefined) {
        if (!this.resume(this.body)) return;
      } else if (this.state === 'plain') {
        this.sayPlain(this.input.text.slice(this.input.at));
        this.input.at = this.input.text.length;
        return;
      } else if (this.state === 'over' || !this.readPart()) return;
    }
  }

  /** Says text or reasoning up to the next marker that means something; false when there is none in what has come. */
  private readPart(): boolean {
    const { input, watch, markers } = this;
    const { text } = input;
    const thinking = this.state === 'reasoning';
    const from = input.at;
    let found: Found | 'wait' | undefined;
    let at = from;
    for (; at < text.length; at += 1) {
      if (watch.settled) at = markers.skip(text, at);
      if (at === text.length) break;
      const code = text.charCodeAt(at);
      const kind = markers.kind[code] ?? 0;
      if ((kind & startsAnywhere) !== 0 || ((kind & startsLine) !== 0 && watch.atLineStart)) {
        found = this.findAt(at);
        if (found !== undefined) break;
      }
      watch.take(code);
    }
    if (thinking) this.sayThought(text.slice(from, at));
    else this.sayText(text.slice(from, at));
    input.at = at;
    if (found === undefined || found === 'wait') return false;
    if (thinking) this.takeInThought(found);
    else this.takeMarker(found.marker, found.opener);
    return this.state !== 'over';
  }

  /** What means something at this place; `wait` while what has come does not tell. */
  private findAt(at: number): Found | 'wait' | undefined {
    const { text, ended } = this.input;
    const candidates = this.markers.at(text, at, ended);
    if (candidates === 'wait') return 'wait';
    for (const marker of candidates) {
      if (marker.lineOnly && !this.watch.atLineStart) continue;
      const fits = standsAt(marker.text, text, at);
      if (fits === 'partly' && !ended) return 'wait';
      if (fits !== 'wholly') continue;
      const found = this.state === 'reasoning' ? this.findInThought(marker, at) : this.findInText(marker, at);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private findInText(marker: Marker, at: number): Found | 'wait' | undefined {
    const opener = this.openerAt(marker, at);
    if (opener === 'wait') return 'wait';
    if (opener !== undefined) return { marker, opener };
    const ends = !endsOnly(marker.text) || this.endsMessage(marker.text, at);
    if (ends === undefined) return 'wait';
    return ends && this.means(marker) ? { marker, opener } : undefined;
  }

  /** What ends the reasoning, or opens a call within it. */
  private findInThought(marker: Marker, at: number): Found | 'wait' | undefined {
    if (this.closes(marker) || this.reopens(marker) || this.answers(marker)) return { marker, opener: undefined };
    if (this.draft !== undefined) return undefined;
    const ends = marker.dropped && this.endsMessage(marker.text, at);
    if (ends === undefined) return 'wait';
    if (ends) return { marker, opener: undefined };
    const opener = this.openerAt(marker, at);
    if (opener === 'wait') return 'wait';
    return opener !== undefined && opener.fence !== true && opener.at === 'anywhere' ? { marker, opener } : undefined;
  }

  /** The opener this marker is here; `wait` while what follows does not tell yet. */
  private openerAt(marker: Marker, at: number): DialectOpener | 'wait' | undefined {
    if (marker.openers.length === 0) return undefined;
    const { input, watch, tools } = this;
    const quoted = this.options.inCode === true ? watch.mentioned : watch.quoted;
    const behind = at + marker.text.length;
    let ahead: string | undefined;
    for (const opener of marker.openers) {
      if (opener.at === 'line' && !watch.atLineStart) continue;
      if (opener.at === 'start' && (!this.atStart || !watch.atLineStart)) continue;
      if (opener.starts !== undefined) {
        ahead ??= input.text.slice(behind, behind + maxAhead);
        const full = ahead.length >= maxAhead || input.ended;
        const starts = opener.starts(ahead, { tools, ended: input.ended && ahead.length < maxAhead });
        if (starts === undefined && !full) return 'wait';
        if (starts !== true) continue;
      }
      if (!quoted) return opener;
      if (opener.fence === true || opener.quotable === true) continue;
      this.ignore(input.place + at - input.at);
      if (this.state === 'text') this.quoted = true;
      return undefined;
    }
    if (
      !quoted &&
      watch.atLineStart &&
      marker.openers.some((opener) => opener.at === 'anywhere' && opener.fence !== true && opener.common !== true)
    ) {
      this.stray ??= marker.text;
      this.strayAt ??= input.place + at - input.at;
    }
    return undefined;
  }

  private endsMessage(mark: string, at: number): boolean | undefined {
    const { text, at: from, ended } = this.input;
    const behind = at + mark.length;
    const ahead = text.slice(behind, behind + maxAhead);
    const full = ahead.length >= maxAhead;
    const before = (this.tail.slice(-maxTail) + text.slice(Math.max(from, at - maxTail), at)).slice(-maxTail);
    return endsMessage({ mark, before, ahead, ended: ended && !full, full }, this.grammar.dropped ?? []);
  }

  /** Nothing was said yet. */
  private get atStart(): boolean {
    return !this.watch.spoke && !this.calls.any && !this.quoted;
  }

  /** Whether a marker that opens no call means something else here. */
  private means(marker: Marker): boolean {
    const { watch } = this;
    if (watch.quoted) return false;
    if (marker.dropped || marker.text === this.wrapped) return true;
    if (marker.wrapper !== undefined && this.wrapped === undefined)
      return watch.atLineStart && !watch.spoke && this.calls.count === 0;
    if (marker.stray && watch.atLineStart && this.stray === undefined) return true;
    if (marker.result) return watch.atLineStart && this.calls.any;
    if (marker.thought !== undefined)
      return marker.thought.at === 'anywhere' || (marker.thought.at === 'line' ? watch.atLineStart : this.atStart);
    return marker.endsThought;
  }

  private takeMarker(marker: Marker, opener: DialectOpener | undefined): void {
    const { input, calls } = this;
    calls.at = input.place;
    input.remember();
    input.at += marker.text.length;
    this.inBlock = this.watch.quoted;
    if (opener === undefined) this.fences?.release();
    if (opener !== undefined) this.body = opener.read(this.bodyOf(marker, opener));
    else if (marker.dropped) this.text.interrupt();
    else if (marker.wrapper !== undefined || marker.text === this.wrapped) this.wrap(marker.wrapper);
    else if (marker.result) {
      this.state = 'over';
      this.emit({ type: 'problem', code: 'result-ignored', message: inventedResult, at: calls.at });
    } else if (marker.thought !== undefined) this.think(marker.thought);
    else if (marker.endsThought) this.endThoughtOfPrompt(marker.text);
    else this.dropStray(marker.text);
  }

  private wrap(wrapper: Wrapper | undefined): void {
    this.text.interrupt();
    if (wrapper !== undefined) this.text.begin();
    this.wrapped = wrapper?.close ?? '';
  }

  private dropStray(tag: string): void {
    this.text.interrupt();
    this.calls.repair(`A ${tag} that closes nothing was left out.`);
  }

  private bodyOf(marker: Marker, opener: DialectOpener): Body {
    let thinking = false;
    this.calls.dialect = opener.dialect;
    return {
      input: this.input,
      calls: this.calls,
      tools: this.tools,
      opener: marker.text,
      behindText: this.watch.spoke,
      before: this.tail.slice(-maxTail),
      say: (text) => this.sayPlain(text),
      think: (text) => {
        if (!thinking) this.thoughts.begin();
        thinking = true;
        this.thoughtSeen = true;
        this.thoughts.say(text);
      },
      thinkBefore: () => this.thinkBefore(),
    };
  }

  /** Goes on with a body; false while it needs more. */
  private resume(body: Reading<BodyEnd>): boolean {
    const step = body.next();
    if (step.done !== true && !this.input.ended) return false;
    this.body = undefined;
    const end = step.done === true ? step.value : 'lost';
    if (end === 'closed') {
      this.fences?.call(this.inBlock);
      this.text.interrupt();
      this.watch.interrupt();
    } else this.sayPlain(this.input.remembered);
    this.input.forget();
    if (end === 'lost') this.state = 'plain';
    return true;
  }

  private think(thought: Thought | undefined): void {
    this.state = 'reasoning';
    this.thought = thought;
    this.thoughtSeen = true;
    this.thoughts.begin();
    this.watch = new CodeWatch();
  }

  private takeInThought({ marker, opener }: Found): void {
    const { input, watch } = this;
    if (opener === undefined) {
      const closed = this.closes(marker);
      if (!closed && this.answers(marker)) {
        this.calls.at = input.place;
        this.calls.repair(endedBefore(marker.text));
        this.endThought();
        return;
      }
      input.at += marker.text.length;
      if (closed) this.endThought();
      else if (marker.thought !== undefined) this.think(marker.thought);
      else this.thoughts.interrupt();
    } else if (this.thought?.makesCalls === true) this.takeMarker(marker, opener);
    else {
      this.ignore(input.place);
      if (opener.draftsInThought !== true && !this.inDraft) {
        this.draft = '';
        this.draftAt = input.place;
      }
      this.sayThought(marker.text);
      input.at += marker.text.length;
      for (let at = 0; at < marker.text.length; at += 1) watch.take(marker.text.charCodeAt(at));
    }
  }

  private sayThought(text: string): void {
    if (this.draft === undefined) this.thoughts.say(text);
    else this.draft += text;
  }

  private closes(marker: Marker): boolean {
    return this.thought === undefined ? marker.endsThought : marker.text === this.thought.close;
  }

  /** Whether it can only stand behind the reasoning, whose close was forgotten. */
  private answers(marker: Marker): boolean {
    const { thought, draft, watch } = this;
    if (!marker.beginsAnswer || draft !== undefined || watch.quoted) return false;
    return thought === undefined || thought.endedBy?.includes(marker.text) === true;
  }

  /** The prompt had opened the reasoning, and the model opens it once more before it says anything. */
  private reopens(marker: Marker): boolean {
    const { watch, thought } = this;
    return marker.thought !== undefined && thought === undefined && !watch.spoke && watch.atLineStart && !watch.quoted;
  }

  private endThought(): void {
    if (this.draft !== undefined) this.thoughts.say(this.draft);
    this.draft = undefined;
    this.thought = undefined;
    this.thoughts.interrupt();
    this.text.begin();
    this.watch = this.textWatch;
    this.watch.interrupt();
    this.state = 'text';
  }

  /** The reasoning never ended, and an opener stood in it: from there on the model had begun to answer. */
  private endDraft(draft: string): void {
    this.draft = undefined;
    const events: DialectEvent[] = [];
    const inner = new MessageReader(this.grammar, { ...this.options, thinking: 'auto' }, (event) => events.push(event));
    inner.inDraft = true;
    inner.push(draft);
    inner.end();
    if (!events.some(({ type }) => type === 'call')) {
      this.thoughts.say(draft);
      return;
    }
    this.ignored = 0;
    this.thoughts.interrupt();
    this.text.interrupt();
    this.calls.at = this.draftAt;
    this.calls.repair('The reasoning was never closed, so it was taken to end where a call begins.');
    const places = new Map<number, number>();
    for (const event of events) {
      if (event.type === 'problem') this.emit({ ...event, at: event.at + this.draftAt });
      else if (event.type === 'call-open' || event.type === 'call-arguments' || event.type === 'call') {
        const index = places.get(event.index) ?? this.calls.place();
        if (index === undefined) return;
        places.set(event.index, index);
        if (event.type === 'call') this.calls.add(index, event, event.dialect);
        else this.emit({ ...event, index });
      } else this.emit(event);
    }
  }

  /** A closing mark of reasoning that was not opened here: the prompt had opened it. */
  private endThoughtOfPrompt(tag: string): void {
    const { calls, watch } = this;
    if (!this.thoughtSeen && calls.any && !watch.spoke) {
      this.dropStray(tag);
    } else if (!this.thoughtSeen) {
      this.thoughtSeen = true;
      if (calls.count > 0) calls.revoke(thoughtBefore(tag));
      this.text.restart();
      this.emit({ type: 'text-was-reasoning' });
      watch.restart();
    } else this.text.interrupt();
  }

  private thinkBefore(): void {
    if (this.thoughtSeen || this.tail === '') return;
    this.thoughtSeen = true;
    this.tail = '';
    this.fences?.release();
    this.text.restart();
    this.emit({ type: 'text-was-reasoning' });
  }

  private ignore(place: number): void {
    if (this.ignored === 0) this.ignoredAt = place;
    this.ignored += 1;
  }

  private reportIgnored(): void {
    if (this.ignored === 0) return;
    this.calls.at = this.ignoredAt;
    const perhapsMeant = this.state === 'reasoning' || this.watch.endsInFence() || !this.watch.spoke;
    if (this.calls.count === 0 && perhapsMeant) this.calls.reject(quotedOnly);
    else this.calls.ignore(quotedBeside);
  }

  private sayPlain(text: string): void {
    if (text === '') return;
    for (let at = 0; at < text.length; at += 1) this.watch.take(text.charCodeAt(at));
    this.sayText(text);
  }

  private sayText(text: string): void {
    if (text === '') return;
    if (this.fences === undefined) this.text.say(text);
    else this.fences.say(text);
    this.tail += text;
    if (this.tail.length > 8 * maxTail) this.tail = this.tail.slice(-maxTail);
  }
}

const inventedResult =
  'The model wrote a result itself. It and all that follows it was left out: results come from tools only.';
const thoughtBefore = (tag: string): string =>
  `A call stood before ${tag}, so it was part of the reasoning and was not run. Make the call after ${tag}.`;
const quotedOnly =
  'What looks like a call stood in reasoning or in quoted code, so it was not run. To make a call, write it after the reasoning, outside of code.';
const endedBefore = (mark: string): string => `The reasoning was never closed, so it was taken to end before ${mark}.`;
const quotedBeside = 'What looks like a call stood in reasoning or in quoted code, so it was not run.';
const unknownFormat = (marker: string): string =>
  `What stands behind ${marker} is no call in any format that can be read here, so nothing was run.`;
