import { randomText } from '../../../base/id.js';
import { cutEnd } from '../../../base/text.js';
import type { ModelEvent, ModelFailure } from '../../model.js';
import { answerFailures, maxAnswerLength } from '../answer-failure.js';
import type { AnswerPart } from '../answer-parts.js';
import type { Wait } from '../transport/http-request.js';
import { isObject, nonEmpty } from '../wire.js';
import { aiSdkFailure } from './from-ai-sdk-failure.js';
import { carryFor, heldOf, stopOf, usageOf, warningWords } from './from-ai-sdk-finish.js';

type Wire = Readonly<Record<string, unknown>>;

/** Turns the parts of an SDK stream into events: no input, no output, no clock. */
export type AiSdkReader = ReturnType<typeof createAiSdkReader>;

interface Whose {
  /** What carries are marked with. */
  readonly id: string;
  readonly name: string;
  /** Warnings that were told before: each is told once. */
  readonly told: Set<string>;
}

interface OpenCall {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  /** Undefined until the call came whole. */
  input: string | undefined;
  readonly part: AnswerPart;
}

/** What a block or a call costs even when it is empty, so that a flood of them meets the limit too. */
const partCost = 100;
const maxCalls = 512;
const maxTold = 50;

export function createAiSdkReader(give: (event: ModelEvent) => void, { id: model, name, told }: Whose) {
  const parts: AnswerPart[] = [];
  const blocks = { text: new Map<unknown, AnswerPart>(), reasoning: new Map<unknown, AnswerPart>() };
  const last: { text?: AnswerPart; reasoning?: AnswerPart } = {};
  const calls = new Map<string, OpenCall>();
  const warnings: string[] = [];
  const unused = new Set<string>();
  let begun = false;
  let heard = false;
  let length = 0;
  let finished: Wire | undefined;
  let failure: ModelFailure | undefined;

  const emit = (event: ModelEvent): void => {
    heard = true;
    give(event);
  };

  const openBlock = (kind: 'text' | 'reasoning', id: unknown): AnswerPart => {
    const block: AnswerPart = { kind, length: 0 };
    parts.push(block);
    blocks[kind].set(id, block);
    last[kind] = block;
    length += partCost + (nonEmpty(id)?.length ?? 0);
    return block;
  };

  const hold = (block: AnswerPart | undefined, part: Wire): void => {
    const held = part['providerMetadata'] === undefined ? undefined : heldOf(part['providerMetadata']);
    if (block === undefined || held === undefined) return;
    block.held = held.value;
    length += held.length;
  };

  const takeText = (kind: 'text' | 'reasoning', part: Wire): void => {
    const known = blocks[kind].get(part['id']);
    // What is said is kept in the order it came in: a block that another came between goes on as a new one.
    const block = known !== undefined && known === last[kind] ? known : openBlock(kind, part['id']);
    hold(block, part);
    const text = nonEmpty(part['delta']);
    if (text === undefined) return;
    begun = true;
    block.length += text.length;
    length += text.length;
    emit({ type: kind, text });
  };

  const openCall = (id: string | undefined, toolName: unknown): OpenCall | undefined => {
    const called = nonEmpty(toolName);
    if (called === undefined || calls.size >= maxCalls) {
      failure = called === undefined ? nameless : tooMany;
      return undefined;
    }
    const part: AnswerPart = { kind: 'call', length: 0 };
    const own = id ?? `call_${calls.size}_${randomText(12)}`;
    const call: OpenCall = { index: calls.size, id: own, name: called, input: undefined, part };
    begun = true;
    length += partCost + own.length + called.length;
    parts.push(part);
    calls.set(own, call);
    emit({ type: 'call-open', index: call.index, name: called });
    return call;
  };

  const showInput = (call: OpenCall, text: string): void => {
    length += text.length;
    if (text !== '') emit({ type: 'call-arguments', index: call.index, text });
  };

  const takeCall = (part: Wire): void => {
    const id = nonEmpty(part['toolCallId']);
    const shown = id === undefined ? undefined : calls.get(id);
    // An id that came before is another call's: this one is given its own.
    const call =
      shown === undefined || shown.input !== undefined
        ? openCall(shown === undefined ? id : undefined, part['toolName'])
        : shown;
    if (call === undefined) return;
    hold(call.part, part);
    call.input = inputText(part['input']);
    if (call.input === undefined) {
      const message = `The arguments of ${call.name} came as no JSON object and were left out.`;
      emit({ type: 'problem', code: 'arguments-not-object', message });
      call.input = '';
    }
    length += call.input.length;
    if (call !== shown) showInput(call, call.input);
  };

  const leaveOut = (type: string): void => {
    if (unused.has(type)) return;
    unused.add(type);
    emit({ type: 'problem', code: 'part-not-used', message: `${name} sent what is not used here: ${type}.` });
  };

  const takers: Readonly<Record<string, (part: Wire) => void>> = {
    'stream-start': (part) => {
      if (warnings.length >= maxTold) return;
      for (const warning of listOf(part['warnings'])) warnings.push(warningWords(warning) ?? '');
    },
    'text-start': (part) => hold(openBlock('text', part['id']), part),
    'text-delta': (part) => takeText('text', part),
    'text-end': (part) => hold(blocks.text.get(part['id']), part),
    'reasoning-start': (part) => hold(openBlock('reasoning', part['id']), part),
    'reasoning-delta': (part) => takeText('reasoning', part),
    'reasoning-end': (part) => hold(blocks.reasoning.get(part['id']), part),
    'tool-input-start': (part) => {
      const id = nonEmpty(part['id']);
      if (part['providerExecuted'] === true || (id !== undefined && calls.has(id))) return;
      hold(openCall(id, part['toolName'])?.part, part);
    },
    'tool-input-delta': (part) => {
      const call = calls.get(nonEmpty(part['id']) ?? '');
      if (call !== undefined) showInput(call, nonEmpty(part['delta']) ?? '');
    },
    'tool-call': (part) => {
      if (part['providerExecuted'] === true) leaveOut('a call that it ran itself');
      else takeCall(part);
    },
    file: () => leaveOut('a file'),
    error: (part) => {
      failure = aiSdkFailure(part['error'], name);
    },
    finish: (part) => {
      finished = part;
    },
  };

  const tell = (): void => {
    for (const warning of warnings) {
      if (warning === '' || told.has(warning) || told.size >= maxTold) continue;
      told.add(warning);
      emit({ type: 'problem', code: 'provider-warning', message: `${name} warns: ${cutEnd(warning, 300)}` });
    }
  };

  return {
    /** Takes a part: `quiet` when it held nothing of an answer, `done` when nothing behind it matters. */
    push(part: unknown): Exclude<Wait, 'closing'> {
      heard = false;
      const type = isObject(part) ? part['type'] : undefined;
      if (isObject(part) && typeof type === 'string' && Object.hasOwn(takers, type)) takers[type]?.(part);
      if (length > maxAnswerLength) failure ??= answerFailures.tooLong;
      if (failure !== undefined || finished !== undefined) return 'done';
      return heard ? 'more' : 'quiet';
    },
    /** Ends the answer: emits its calls, usage and stop, or answers why it is none. Call it once. */
    finish(): ModelFailure | undefined {
      if (failure !== undefined) return begun && failure.kind === 'unreachable' ? answerFailures.cut : failure;
      if (finished === undefined) return answerFailures.cut;
      const stop = stopOf(finished['finishReason'], calls.size);
      if (typeof stop !== 'string') return stop;
      const made = stop === 'calls' ? [...calls.values()] : [];
      if (made.some(({ input }) => input === undefined)) return answerFailures.cut;
      for (const { index, id, name: called, input = '' } of made) {
        emit({ type: 'call', index, id, name: called, arguments: input });
      }
      const carry = stop === 'refused' ? undefined : carryFor(parts, model);
      if (carry !== undefined) emit({ type: 'carry', carry });
      tell();
      const usage = usageOf(finished['usage']);
      if (usage !== undefined) emit({ type: 'usage', usage });
      emit({ type: 'stop', reason: stop });
      return undefined;
    },
    /** Whether any part of an answer came. */
    get begun() {
      return begun;
    },
  };
}

/** The interface says text; a value is what careless providers send. */
function inputText(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (input === undefined) return '';
  try {
    return isObject(input) && !Array.isArray(input) ? JSON.stringify(input) : undefined;
  } catch {
    return undefined;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, maxTold) : []);

const nameless: ModelFailure = {
  kind: 'protocol',
  message: 'The answer holds a call that names no tool. No call of it was run; send again, or try another provider.',
};

const tooMany: ModelFailure = {
  kind: 'protocol',
  message: `The answer holds more than ${maxCalls} calls. None was run; send again, or try another provider or model.`,
};
