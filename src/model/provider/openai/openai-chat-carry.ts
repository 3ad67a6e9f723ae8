import type { Json } from '../../../base/json.js';
import type { Carry, Message } from '../../message.js';
import { isObject, nonEmpty, wellFormed } from '../wire.js';

/** One block of OpenRouter's `reasoning_details`: text, a summary or encrypted data, perhaps signed. */
type Block = Record<string, string | number>;

type AssistantMessage = Extract<Message, { readonly role: 'assistant' }>;

const joinedFields = ['text', 'summary', 'data'];
const plainFields = ['id', 'format', 'signature'];
/** What a block costs even when it is empty, so that a flood of them meets the limit too. */
const blockCost = 100;

/** What servers want back with an answer: the reasoning by the name it came under, signed blocks, signatures of calls. */
export function createChatCarry() {
  const blocks: Block[] = [];
  const signatures = new Map<number, string>();
  let named = false;

  const takeBlock = (piece: Readonly<Record<string, unknown>>): number => {
    const { type, index } = piece;
    if (typeof type !== 'string') return 0;
    let block = blocks.at(-1);
    let added = 0;
    if (block === undefined || isAnother(block, piece)) {
      block = typeof index === 'number' ? { type, index } : { type };
      blocks.push(block);
      added = blockCost;
    }
    for (const field of joinedFields) {
      const text = nonEmpty(piece[field]);
      if (text === undefined) continue;
      block[field] = `${block[field] ?? ''}${text}`;
      added += text.length;
    }
    for (const field of plainFields) {
      const text = nonEmpty(piece[field]);
      if (text === undefined) continue;
      block[field] = text;
      added += text.length;
    }
    return added;
  };

  return {
    /** Takes what of it a delta or a whole message holds; answers how many characters that adds. */
    take(delta: Readonly<Record<string, unknown>>): number {
      if (typeof delta['reasoning_content'] === 'string') named = true;
      const details = delta['reasoning_details'];
      if (!Array.isArray(details)) return 0;
      let added = 0;
      for (const piece of details) if (isObject(piece)) added += takeBlock(piece);
      return added;
    },
    /** Takes what a piece of a call holds, by the index of the call. */
    takeCall(index: number, piece: Readonly<Record<string, unknown>>): number {
      const signature = signatureOf(piece['extra_content']);
      if (signature === undefined) return 0;
      signatures.set(index, signature);
      return signature.length;
    },
    /** What is to be carried, if anything. `order` is the indexes of the calls as they follow each other. */
    finish(model: string, order: readonly number[]): Carry | undefined {
      if (!named && blocks.length === 0 && signatures.size === 0) return undefined;
      const value: Record<string, Json> = {};
      if (named) value['reasoning_content'] = true;
      if (blocks.length > 0) value['reasoning_details'] = blocks;
      if (signatures.size > 0) value['signatures'] = order.map((index) => signatures.get(index) ?? null);
      return { api: 'openai-chat', model, value };
    },
  };
}

/** Whether reasoning goes back with the message by the name some servers insist on. */
export const namesReasoning = ({ value }: Carry): boolean => isObject(value) && value['reasoning_content'] === true;

/** What goes back with the message: fields of the message, and what goes with each of its calls. */
export function carriedFields({ carry, reasoning }: Pick<AssistantMessage, 'carry' | 'reasoning'>): {
  readonly message: Readonly<Record<string, unknown>>;
  readonly calls: readonly (object | undefined)[];
} {
  const value = isObject(carry?.value) ? carry.value : {};
  const { reasoning_content: named, reasoning_details: blocks, signatures } = value;
  const message = {
    ...(named === true && { reasoning_content: wellFormed(reasoning ?? '') }),
    ...(isBlocks(blocks) && { reasoning_details: blocks }),
  };
  const calls = (Array.isArray(signatures) ? signatures : []).map((signature: unknown) =>
    typeof signature === 'string' ? { extra_content: { google: { thought_signature: signature } } } : undefined,
  );
  return { message, calls };
}

/** Signed blocks belong together: where one is none, what is carried was changed, and nothing of it is sent. */
const isBlocks = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((block: unknown) => isObject(block) && isBlock(block));

const isBlock = (block: Readonly<Record<string, unknown>>): boolean =>
  typeof block['type'] === 'string' &&
  Object.values(block).every((field) => typeof field === 'string' || typeof field === 'number');

/** Fragments of one block follow each other; without an index every piece is a block of its own. */
function isAnother(block: Block, { type, index, id }: Readonly<Record<string, unknown>>): boolean {
  if (typeof index !== 'number' || block['type'] !== type || block['index'] !== index) return true;
  return block['id'] !== undefined && nonEmpty(id) !== undefined && id !== block['id'];
}

/** Gemini behind the chat API signs its calls, and refuses a conversation that lost a signature. */
function signatureOf(extra: unknown): string | undefined {
  const google = isObject(extra) ? extra['google'] : undefined;
  return isObject(google) ? nonEmpty(google['thought_signature']) : undefined;
}
