import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { DialectEvent, DialectParser } from '../../../dialect/dialect.js';
import { settleCalls } from './tool-calls-answer.js';
import type { ToolCallsReading } from './tool-calls-reading.js';

type Part = LanguageModelV3StreamPart;

/**
 * Reads the calls out of the text of a stream. Text and reasoning come as they are written; calls come at the end, since
 * only the whole message tells which were meant. Where the provider makes calls itself, those of the text are left out.
 */
export function toolCallsStream(reading: ToolCallsReading): TransformStream<Part, Part> {
  let state: StreamState | undefined;
  return new TransformStream<Part, Part>({
    transform(part, controller) {
      state ??= new StreamState(reading, (made) => controller.enqueue(made));
      state.take(part);
    },
    flush() {
      state?.endText();
    },
  });
}

class StreamState {
  private readonly reading: ToolCallsReading;
  private readonly enqueue: (part: Part) => void;
  private readonly parser: DialectParser;
  private readonly found: Extract<DialectEvent, { readonly type: 'call' }>[] = [];
  private native = false;
  private ended = false;
  private open: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined;
  private blocks = 0;

  constructor(reading: ToolCallsReading, enqueue: (part: Part) => void) {
    this.reading = reading;
    this.enqueue = enqueue;
    this.parser = reading.dialect.createParser(reading.options, (event) => {
      if (event.type === 'call') this.found.push(event);
      else if (event.type === 'text' || event.type === 'reasoning') this.say(event.type, event.text);
      else if (event.type === 'problem') reading.onProblem({ code: event.code, message: event.message });
    });
  }

  take(part: Part): void {
    switch (part.type) {
      case 'text-start':
      case 'text-end':
        return;
      case 'text-delta':
        this.parser.push(part.delta);
        return;
      case 'finish':
        this.finish(part);
        return;
      case 'tool-call':
        if (part.providerExecuted !== true) this.native = true;
        break;
    }
    this.close();
    this.enqueue(part);
  }

  /** Says what was held back. It comes once, be the stream finished or cut off. */
  endText(): void {
    if (this.ended) return;
    this.ended = true;
    this.parser.end();
    this.close();
  }

  private finish(part: Part & { readonly type: 'finish' }): void {
    this.endText();
    const answer = { found: this.found, native: this.native, finishReason: part.finishReason };
    const { calls, finishReason, problem } = settleCalls(answer, this.reading);
    if (problem !== undefined) this.reading.onProblem(problem);
    for (const call of calls) {
      const { toolCallId: id, toolName, input } = call;
      this.enqueue({ type: 'tool-input-start', id, toolName });
      this.enqueue({ type: 'tool-input-delta', id, delta: input });
      this.enqueue({ type: 'tool-input-end', id });
      this.enqueue(call);
    }
    this.enqueue({ ...part, finishReason });
  }

  private say(kind: 'text' | 'reasoning', text: string): void {
    if (this.open?.kind !== kind) {
      this.close();
      this.blocks += 1;
      this.open = { kind, id: `${kind}-${this.blocks}` };
      this.enqueue({ type: `${kind}-start`, id: this.open.id });
    }
    this.enqueue({ type: `${kind}-delta`, id: this.open.id, delta: text });
  }

  private close(): void {
    if (this.open !== undefined) this.enqueue({ type: `${this.open.kind}-end`, id: this.open.id });
    this.open = undefined;
  }
}
