import { rawMember } from '../../../base/raw-json.js';
import type { Carry } from '../../message.js';
import type { AnswerDraft } from '../create-reader.js';
import { eachWithText, isObject, nonEmpty, read, type Wire } from '../wire.js';
import { type AnswerItem, carryOf, partTexts, sealedReasoning } from './openai-responses-carry.js';
import { createOutput, type ItemKind, type ItemMark, type OutputItem } from './openai-responses-output.js';
import { createSpeech } from './openai-responses-speech.js';

/** The text of a value as the server wrote it. */
type Raw = () => string | undefined;

/**
 * Reads the items of a response, whichever way they come: in deltas, whole at their own end, or only at the end of it
 * all. What came by one way is not read again by another.
 */
export function createResponseItems(draft: AnswerDraft) {
  const { calls } = draft;
  const output = createOutput(draft);
  const speech = createSpeech(draft);
  let refused = false;

  /** A delta, or a whole part, which counts when no delta of its item came. */
  const say = (event: Wire, text: unknown, { whole = false, refusal = false } = {}): void => {
    if (!whole && !isText(text)) return;
    const item = output.find(pieceOf(event, 'message'));
    if (!isText(text) || (whole && item.read > 0)) return;
    refused ||= refusal;
    speech.say(item, text);
  };

  const think = (event: Wire, text: unknown, part: unknown, whole = false): void => {
    if (!whole && !isText(text)) return;
    const item = output.find(pieceOf(event, 'reasoning'));
    const unread = !whole || item.read === 0 || (typeof part === 'number' && part > item.part);
    if (unread && isText(text)) speech.think(item, text, part);
  };

  const argue = (event: Wire): void => {
    const { delta } = event;
    if (!isText(delta)) return;
    const item = output.find(pieceOf(event, 'function_call'));
    item.read += delta.length;
    draft.length += calls.take({ index: item.index, function: { arguments: delta } }, nothing);
  };

  const argueWhole = (event: Wire, raw: Raw): void => {
    const item = output.find(pieceOf(event, 'function_call'));
    const name = nonEmpty(event['name']);
    if (item.name === undefined && name !== undefined) {
      item.name = name;
      tell(item);
    }
    argueItem(item, event['arguments'], raw);
  };

  /** Tells the calls what is known of one: its id and its name may come late. */
  const tell = ({ index, callId: id, name }: OutputItem): void => {
    draft.length += calls.take({ index, id, function: { name } }, nothing);
  };

  const argueItem = (item: OutputItem, args: unknown, raw: Raw): void => {
    let added: number;
    if (item.read === 0) added = calls.take({ index: item.index, function: { arguments: args } }, raw);
    else {
      if (typeof args !== 'string') return;
      calls.settle(item.index, args);
      added = Math.max(0, args.length - item.read);
    }
    item.read += added;
    draft.length += added;
  };

  const announce = ({ item: wire, output_index: index }: Wire, raw: Raw): void => {
    if (!isObject(wire)) return;
    const item = output.announce(markOf(wire, index));
    if (item.kind !== 'function_call') return;
    tell(item);
    const args = wire['arguments'];
    if (typeof args === 'string') item.spare = args;
    else if (isObject(args)) item.spare = raw() ?? '';
    draft.length += item.spare.length;
  };

  const settle = ({ item: wire, output_index: index }: Wire, raw: Raw): void => {
    if (isObject(wire)) settleItem(output.settle(markOf(wire, index)), wire, raw);
  };

  const settleItem = (item: OutputItem, wire: Wire, raw: Raw): void => {
    switch (item.kind) {
      case 'message': {
        const { text, refusal } = contentOf(wire['content']);
        refused ||= refusal;
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
        draft.length += item.sealed.id.length + item.sealed.encrypted.length + summary.join('').length;
        return;
      }
      case 'function_call':
        tell(item);
        argueItem(item, wire['arguments'], raw);
    }
  };

  const takers = new Map<string, (event: Wire, raw: string) => void>([
    ['output_text.delta', (event) => say(event, event['delta'])],
    ['output_text.done', (event) => say(event, event['text'], { whole: true })],
    ['refusal.delta', (event) => say(event, event['delta'], { refusal: true })],
    ['refusal.done', (event) => say(event, event['refusal'], { whole: true, refusal: true })],
    ['reasoning_summary_text.delta', (event) => think(event, event['delta'], event['summary_index'])],
    ['reasoning_summary_text.done', (event) => think(event, event['text'], event['summary_index'], true)],
    ['reasoning_text.delta', (event) => think(event, event['delta'], event['content_index'])],
    ['reasoning_text.done', (event) => think(event, event['text'], event['content_index'], true)],
    ['function_call_arguments.delta', argue],
    ['function_call_arguments.done', (event, raw) => argueWhole(event, () => rawMember(raw, ['arguments']))],
    ['output_item.added', (event, raw) => announce(event, () => rawMember(raw, ['item', 'arguments']))],
    ['output_item.done', (event, raw) => settle(event, () => rawMember(raw, ['item', 'arguments']))],
  ]);

  return {
    get refused() {
      return refused;
    },
    /** Takes an event about one item. What is not known passes by: servers add events as they like. */
    take(type: string, event: Wire, raw: string) {
      if (type.startsWith(prefix)) takers.get(type.slice(prefix.length))?.(event, raw);
    },
    /** Takes the list of all items that the end of an answer holds. */
    settleAll(list: readonly unknown[], rawItems: () => readonly string[]) {
      const found = output.match(list.map((wire, at) => markOf(isObject(wire) ? wire : {}, at)));
      eachWithText(list, rawItems, (wire, text, at) => {
        const item = found[at];
        if (item !== undefined) settleItem(item, isObject(wire) ? wire : {}, () => rawMember(text(), ['arguments']));
      });
    },
    /** Nothing follows: what was left for later is taken. */
    close() {
      for (const item of output.items) if (item.read === 0 && item.spare !== '') argueItem(item, item.spare, nothing);
    },
    carry: (model: string): Carry | undefined => carryOf(answerItems(output.items), model),
  };
}

const prefix = 'response.';
const nothing = (): undefined => undefined;
const isText = (value: unknown): value is string => nonEmpty(value) !== undefined;

const pieceOf = ({ output_index: index, item_id: id }: Wire, kind: ItemKind): ItemMark => ({ kind, index, id });

function markOf(wire: Wire, index: unknown): ItemMark {
  const { type, id, call_id: callId, name, phase } = wire;
  const kind = type === 'message' || type === 'reasoning' || type === 'function_call' ? type : 'other';
  return { kind, index, id, callId, name, phase };
}

/** The text of a message with its refusals, and whether there was one. */
function contentOf(content: unknown): { readonly text: string; readonly refusal: boolean } {
  if (!Array.isArray(content)) return { text: nonEmpty(content) ?? '', refusal: false };
  return {
    text: content.map((part) => nonEmpty(read(part, 'text')) ?? nonEmpty(read(part, 'refusal')) ?? '').join(''),
    refusal: content.some((part) => isText(read(part, 'refusal'))),
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
