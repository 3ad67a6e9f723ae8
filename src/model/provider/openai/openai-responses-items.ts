import { rawMember } from '../../../base/raw-json.js';
import type { Carry } from '../../message.js';
import type { ModelEvent } from '../../model.js';
import { type CallPieces, createCallPieces } from '../call-pieces.js';
import { isObject, nonEmpty } from '../wire.js';
import { type AnswerItem, carryOf, partTexts, sealedReasoning } from './openai-responses-carry.js';
import { createOutput, type ItemKind, type ItemMark, type OutputItem } from './openai-responses-output.js';
import { createSpeech } from './openai-responses-speech.js';

/** A part of an event as it came: every field may be missing or of another type. */
type Wire = Readonly<Record<string, unknown>>;
/** The text of a value as the server wrote it. */
type Raw = () => string | undefined;

/**
 * Reads the items of a response, whichever way they come: in deltas, whole at their own end, or only at the end of it
 * all. What came by one way is not read again by another.
 */
export interface ResponseItems {
  readonly calls: CallPieces;
  /** How many characters came. */
  readonly length: number;
  readonly refused: boolean;
  /** Takes a delta. */
  say(event: Wire, text: unknown): void;
  refuse(event: Wire, text: unknown): void;
  think(event: Wire, text: unknown, part: unknown): void;
  argue(event: Wire, text: unknown): void;
  /** Takes a whole part, which counts when no delta of its item came. */
  sayWhole(event: Wire, text: unknown): void;
  refuseWhole(event: Wire, text: unknown): void;
  thinkWhole(event: Wire, text: unknown, part: unknown): void;
  argueWhole(event: Wire, rawArguments: Raw): void;
  /** Takes the announcement of an item, and the whole of it. */
  announce(event: Wire, rawArguments: Raw): void;
  settle(event: Wire, rawArguments: Raw): void;
  /** Takes the list of all items that the end of an answer holds. */
  settleAll(list: readonly unknown[], rawItems: () => readonly string[]): void;
  /** Nothing follows: what was left for later is taken. */
  close(): void;
  carry(model: string): Carry | undefined;
}

export function createResponseItems(emit: (event: ModelEvent) => void): ResponseItems {
  const calls = createCallPieces(emit);
  const output = createOutput();
  const speech = createSpeech(emit);
  let length = 0;
  let refused = false;

  /** Tells the calls what is known of one: its id and its name may come late. */
  const tell = (item: OutputItem): void => {
    const { index, callId: id, name } = item;
    length += calls.take({ index, id, function: { name } }, nothing);
  };

  const argueItem = (item: OutputItem, args: unknown, raw: Raw): void => {
    if (item.read > 0) {
      if (typeof args !== 'string') return;
      calls.settle(item.index, args);
      const more = Math.max(0, args.length - item.read);
      item.read += more;
      length += more;
      return;
    }
    const added = calls.take({ index: item.index, function: { arguments: args } }, raw);
    item.read += added;
    length += added;
  };

  const settleItem = (item: OutputItem, wire: Wire, raw: Raw): void => {
    switch (item.kind) {
      case 'message': {
        const { text, refusal } = contentOf(wire['content']);
        if (refusal) refused = true;
        const rest = text.slice(item.read);
        if (rest !== '') speech.say(item, rest);
        return;
      }
      case 'reasoning': {
        const summary = partTexts(wire['summary']);
        const texts = summary.length > 0 ? summary : partTexts(wire['content']);
        if (item.read === 0) for (const [part, text] of texts.entries()) speech.think(item, text, part);
        if (item.sealed !== undefined) return;
        item.sealed = sealedReasoning(wire);
        if (item.sealed === undefined) return;
        length += item.sealed.id.length + item.sealed.encrypted.length + summary.join('').length;
        return;
      }
      case 'function_call':
        tell(item);
        argueItem(item, wire['arguments'], raw);
    }
  };

  return {
    calls,
    get length() {
      return length + speech.length + output.length;
    },
    get refused() {
      return refused;
    },
    say(event, text) {
      if (isText(text)) speech.say(output.find(pieceOf(event, 'message')), text);
    },
    refuse(event, text) {
      if (!isText(text)) return;
      refused = true;
      speech.say(output.find(pieceOf(event, 'message')), text);
    },
    think(event, text, part) {
      if (isText(text)) speech.think(output.find(pieceOf(event, 'reasoning')), text, part);
    },
    argue(event, text) {
      if (!isText(text)) return;
      const item = output.find(pieceOf(event, 'function_call'));
      item.read += text.length;
      length += calls.take({ index: item.index, function: { arguments: text } }, nothing);
    },
    sayWhole(event, text) {
      const item = output.find(pieceOf(event, 'message'));
      if (item.read === 0 && isText(text)) speech.say(item, text);
    },
    refuseWhole(event, text) {
      const item = output.find(pieceOf(event, 'message'));
      if (item.read > 0 || !isText(text)) return;
      refused = true;
      speech.say(item, text);
    },
    thinkWhole(event, text, part) {
      const item = output.find(pieceOf(event, 'reasoning'));
      const unread = item.read === 0 || (typeof part === 'number' && part > item.part);
      if (unread && isText(text)) speech.think(item, text, part);
    },
    argueWhole(event, raw) {
      const item = output.find(pieceOf(event, 'function_call'));
      if (item.name === undefined && nonEmpty(event['name']) !== undefined) {
        item.name = nonEmpty(event['name']);
        tell(item);
      }
      argueItem(item, event['arguments'], raw);
    },
    announce(event, raw) {
      const wire = event['item'];
      if (!isObject(wire)) return;
      const item = output.announce(markOf(wire, event['output_index']));
      if (item.kind !== 'function_call') return;
      tell(item);
      const args = wire['arguments'];
      if (typeof args === 'string') item.spare = args;
      else if (isObject(args)) item.spare = raw() ?? '';
      length += item.spare.length;
    },
    settle(event, raw) {
      const wire = event['item'];
      if (isObject(wire)) settleItem(output.settle(markOf(wire, event['output_index'])), wire, raw);
    },
    settleAll(list, rawItems) {
      const wires = list.map((wire, at) => ({ wire: isObject(wire) ? wire : {}, at }));
      const found = output.match(wires.map(({ wire, at }) => markOf(wire, at)));
      let texts: readonly string[] | undefined;
      for (const { wire, at } of wires) {
        const item = found[at];
        if (item === undefined) continue;
        settleItem(item, wire, () => {
          texts ??= rawItems();
          return rawMember(texts[at] ?? '', ['arguments']);
        });
      }
    },
    close() {
      for (const item of output.items) if (item.read === 0 && item.spare !== '') argueItem(item, item.spare, nothing);
    },
    carry: (model) => carryOf(answerItems(output.items), model),
  };
}

const nothing = (): undefined => undefined;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const pieceOf = (event: Wire, kind: ItemKind): ItemMark => ({
  kind,
  index: event['output_index'],
  id: event['item_id'],
});

function markOf(wire: Wire, index: unknown): ItemMark {
  const { type, id, call_id: callId, name, phase } = wire;
  const kind = type === 'message' || type === 'reasoning' || type === 'function_call' ? type : 'other';
  return { kind, index, id, callId, name, phase };
}

/** The text of a message with its refusals, and whether there was one. */
function contentOf(content: unknown): { readonly text: string; readonly refusal: boolean } {
  if (!Array.isArray(content)) return { text: nonEmpty(content) ?? '', refusal: false };
  const parts = content.map((part: unknown) => (isObject(part) ? part : {}));
  return {
    text: parts.map((part) => nonEmpty(part['text']) ?? nonEmpty(part['refusal']) ?? '').join(''),
    refusal: parts.some((part) => nonEmpty(part['refusal']) !== undefined),
  };
}

function answerItems(items: readonly OutputItem[]): readonly AnswerItem[] {
  return items
    .toSorted((a, b) => a.index - b.index)
    .flatMap((item): readonly AnswerItem[] => {
      if (item.kind === 'function_call') return [{ kind: 'call' }];
      if (item.sealed !== undefined) return [{ kind: 'reasoning', sealed: item.sealed }];
      const { from, to, phase } = item;
      return item.kind === 'message' && item.read > 0 ? [{ kind: 'message', from, to, phase }] : [];
    });
}
