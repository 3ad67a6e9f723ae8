import type { Json } from '../../../base/json.js';
import type { ModelEvent } from '../../model.js';
import type { AnswerDraft } from '../create-reader.js';
import { isObject, nonEmpty, type Wire } from '../wire.js';
import { type AnswerPart, keepParts } from './anthropic-thoughts.js';

type RawInput = () => string | undefined;

type Block =
  | { readonly type: 'text'; length: number }
  | ThinkingBlock
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | CallBlock
  | { readonly type: 'other' };

interface ThinkingBlock {
  readonly type: 'thinking';
  readonly fragments: string[];
  signature: string;
}

interface CallBlock {
  readonly type: 'call';
  readonly index: number;
  /**
   * The arguments as they stood in its start: an empty object as a rule, all of them where a server does not cut them up;
   * `odd` when they were neither an object nor text.
   */
  readonly input: { readonly text: string } | 'odd' | undefined;
  pieces: number;
}

const blockCost = 100;

/** The content blocks of one answer, as they are put together. */
export function createAnthropicBlocks(draft: AnswerDraft) {
  const { calls } = draft;
  const blocks: Block[] = [];
  const byIndex = new Map<number, Block>();
  let made = 0;

  const push = <One extends Block>(block: One, index: number | undefined): One => {
    draft.length += blockCost;
    blocks.push(block);
    if (index !== undefined) byIndex.set(index, block);
    return block;
  };

  const openCall = (index: number | undefined, block: Wire, rawInput: RawInput): CallBlock => {
    const input = inputOf(block['input'], rawInput);
    const call = push({ type: 'call', index: made, input, pieces: 0 }, index);
    if (typeof input === 'object') draft.length += input.text.length;
    made += 1;
    draft.length += calls.take({ index: call.index, id: block['id'], function: { name: block['name'] } }, noText);
    return call;
  };

  const textBlock = (index: number | undefined) => push({ type: 'text', length: 0 }, index);
  const thinkingBlock = (index: number | undefined): ThinkingBlock =>
    push({ type: 'thinking', fragments: [], signature: '' }, index);

  const addText = (block: Block | undefined, index: number | undefined, text: string | undefined): void => {
    if (text === undefined) return;
    const own = block?.type === 'text' ? block : textBlock(index);
    own.length += text.length;
    draft.say('text', text);
  };

  const addThought = (block: Block | undefined, index: number | undefined, text: string | undefined): void => {
    if (text === undefined) return;
    const own = block?.type === 'thinking' ? block : thinkingBlock(index);
    own.fragments.push(text);
    draft.say('reasoning', text);
  };

  const sign = (block: ThinkingBlock, signature: string): void => {
    draft.length += signature.length;
    block.signature = signature;
  };

  const addArguments = (block: Block | undefined, index: number | undefined, text: string | undefined): void => {
    if (text === undefined || (block !== undefined && block.type !== 'call')) return;
    const call = block ?? openCall(index, {}, noText);
    call.pieces += 1;
    draft.length += calls.take({ index: call.index, function: { arguments: text } }, noText);
  };

  return {
    /** Takes the start of a block, or a whole one. `rawInput` gives the input of a call as it was written. */
    open(block: unknown, index: number | undefined, rawInput: RawInput) {
      if (!isObject(block)) return;
      switch (block['type']) {
        case 'text':
          addText(textBlock(index), index, nonEmpty(block['text']));
          return;
        case 'thinking': {
          const opened = thinkingBlock(index);
          sign(opened, nonEmpty(block['signature']) ?? '');
          addThought(opened, index, nonEmpty(block['thinking']));
          return;
        }
        case 'redacted_thinking': {
          const data = nonEmpty(block['data']) ?? '';
          draft.length += data.length;
          push({ type: 'redacted_thinking', data }, index);
          return;
        }
        case 'tool_use':
          openCall(index, block, rawInput);
          return;
        default:
          push({ type: 'other' }, index);
      }
    },
    /** Takes the next piece of a block. */
    add(index: number | undefined, delta: unknown) {
      if (!isObject(delta)) return;
      const block = index === undefined ? blocks.at(-1) : byIndex.get(index);
      const { signature } = delta;
      switch (delta['type']) {
        case 'text_delta':
          return addText(block, index, nonEmpty(delta['text']));
        case 'thinking_delta':
          return addThought(block, index, nonEmpty(delta['thinking']));
        case 'signature_delta':
          if (typeof signature === 'string') sign(block?.type === 'thinking' ? block : thinkingBlock(index), signature);
          return;
        case 'input_json_delta':
          addArguments(block, index, nonEmpty(delta['partial_json']));
      }
    },
    /** Completes calls whose arguments came whole, with their start. */
    close() {
      for (const block of blocks) {
        if (block.type !== 'call' || block.pieces > 0 || block.input === undefined) continue;
        if (block.input === 'odd') draft.emit(notObject(block.index));
        else calls.take({ index: block.index, function: { arguments: block.input.text } }, noText);
      }
    },
    /** What has to be given back with the next request; undefined when nothing has. */
    thoughts: (): Json | undefined => keepParts(blocks.flatMap(partOf)),
  };
}

const noText = (): undefined => undefined;

/** The arguments as the server wrote them. */
function inputOf(input: unknown, rawInput: RawInput): CallBlock['input'] {
  if (input === undefined) return undefined;
  if (typeof input === 'string') return { text: input };
  const text = isObject(input) && !Array.isArray(input) ? rawInput() : undefined;
  return text === undefined ? 'odd' : { text };
}

function notObject(index: number): ModelEvent {
  const message = `The arguments of call ${index} came as something else than an object; they were left out.`;
  return { type: 'problem', code: 'arguments-not-object', message };
}

/** An unsigned thought is not kept: the API takes none back. */
function partOf(block: Block): readonly AnswerPart[] {
  switch (block.type) {
    case 'text':
      return block.length === 0 ? [] : [{ type: 'text', length: block.length }];
    case 'thinking': {
      const { fragments, signature } = block;
      return signature === '' ? [] : [{ type: 'thinking', thinking: fragments.join(''), signature }];
    }
    case 'redacted_thinking':
      return block.data === '' ? [] : [{ type: 'redacted_thinking', data: block.data }];
    case 'call':
      return [{ type: 'call' }];
    case 'other':
      return [];
  }
}
