import type { AnswerDraft } from '../create-reader.js';
import { nonEmpty, placeOf } from '../wire.js';
import type { SealedReasoning } from './openai-responses-carry.js';

export type ItemKind = 'message' | 'reasoning' | 'function_call' | 'other';

/** What a frame tells about the item it is about. */
export interface ItemMark {
  readonly kind: ItemKind;
  readonly index?: unknown;
  readonly id?: unknown;
  readonly callId?: unknown;
  readonly name?: unknown;
  readonly phase?: unknown;
}

/** One item of an answer's output, as far as it came. */
export interface OutputItem {
  /** Its place in the output; no two have the same. */
  readonly index: number;
  readonly kind: ItemKind;
  id: string | undefined;
  callId: string | undefined;
  name: string | undefined;
  /** How many characters of its text, its reasoning or its arguments were read. */
  read: number;
  /** Where its text stands in the text of the answer. */
  from: number;
  to: number;
  phase: string | undefined;
  /** The part of its reasoning that was read last. */
  part: number;
  sealed: SealedReasoning | undefined;
  /** Arguments that came with the announcement of a call: they count when no others follow. */
  spare: string;
  announced: boolean;
  /** Whether the server said that it is whole. */
  done: boolean;
}

/** What an item costs even when it is empty, so that a flood of them meets the limit too. */
const itemCost = 100;

/**
 * Keeps the items of an answer apart. They are told by their index: ids count only where that is missing, since some
 * servers make up a new one for every event.
 */
export function createOutput(draft: AnswerDraft) {
  const items: OutputItem[] = [];
  const byIndex = new Map<number, OutputItem>();
  const byId = new Map<string, OutputItem>();
  const taken = new Set<number>();
  let top = -1;

  const open = (mark: ItemMark): OutputItem => {
    const place = placeOf(mark.index);
    const index = place === undefined || taken.has(place) ? top + 1 : place;
    top = Math.max(top, index);
    taken.add(index);
    const item: OutputItem = {
      index,
      kind: mark.kind,
      id: undefined,
      callId: undefined,
      name: undefined,
      read: 0,
      from: 0,
      to: 0,
      phase: undefined,
      part: 0,
      sealed: undefined,
      spare: '',
      announced: false,
      done: false,
    };
    items.push(item);
    draft.length += itemCost;
    learn(item, mark);
    byIndex.set(place ?? index, item);
    if (item.id !== undefined) byId.set(item.id, item);
    return item;
  };

  /** The item at this place of this kind, whatever its state. */
  const known = ({ kind, index, id: given }: ItemMark): OutputItem | undefined => {
    const place = placeOf(index);
    const id = nonEmpty(given);
    let item: OutputItem | undefined;
    if (place !== undefined) item = byIndex.get(place);
    else if (id !== undefined) item = byId.get(id) ?? (items.at(-1)?.id === undefined ? items.at(-1) : undefined);
    else item = items.at(-1);
    return item?.kind === kind ? item : undefined;
  };

  /** Takes over what was not known of an item before. */
  const learn = (item: OutputItem, mark: ItemMark): OutputItem => {
    for (const field of ['id', 'callId', 'name', 'phase'] as const) {
      const told = item[field] === undefined ? nonEmpty(mark[field]) : undefined;
      if (told === undefined) continue;
      item[field] = told;
      draft.length += told.length;
    }
    return item;
  };

  return {
    /** In the order they were opened. */
    items,
    /** The item a piece belongs to; a new one when there is none that is open. */
    find(mark: ItemMark): OutputItem {
      const item = known(mark);
      return item === undefined || item.done ? open(mark) : item;
    },
    /** The item that is announced: a new one, unless pieces of it came before. */
    announce(mark: ItemMark): OutputItem {
      const item = known(mark);
      const again = item?.announced === true && item.id !== undefined && item.id === mark.id;
      const found = item === undefined || item.done || (item.announced && !again) ? open(mark) : learn(item, mark);
      found.announced = true;
      return found;
    },
    /** The item that is said to be whole: it may have been whole before. */
    settle(mark: ItemMark): OutputItem {
      const item = known(mark);
      const found = item === undefined || (item.done && !isSame(item, mark)) ? open(mark) : learn(item, mark);
      found.done = true;
      return found;
    },
    /** The items that the list at the end of an answer stands for, each once: what came before is not read again. */
    match(marks: readonly ItemMark[]): readonly OutputItem[] {
      const taking = createTaking(items, marks);
      return marks.map((mark) => {
        const item = taking(mark, byIndex.get(placeOf(mark.index) ?? -1)) ?? open(mark);
        item.done = true;
        return learn(item, mark);
      });
    },
  };
}

/** Whether what is said to be whole is what was whole before: by its id, or else by its place. */
function isSame({ id, callId }: OutputItem, mark: ItemMark): boolean {
  if (callId !== undefined && nonEmpty(mark.callId) !== undefined) return callId === mark.callId;
  if (id !== undefined && nonEmpty(mark.id) !== undefined) return id === mark.id;
  return placeOf(mark.index) !== undefined;
}

/**
 * Finds for each mark the item it stands for, each once: by the id of a call or of the item, at the same place, or else
 * the next one of its kind; for a call with another id it must have the same name.
 */
function createTaking(items: readonly OutputItem[], marks: readonly ItemMark[]) {
  const callIds = new Set(marks.flatMap(({ callId }) => nonEmpty(callId) ?? []));
  const byCallId = new Map(items.flatMap((item) => (item.callId === undefined ? [] : [[item.callId, item]])));
  const byId = new Map(items.flatMap((item) => (item.id === undefined ? [] : [[`${item.kind} ${item.id}`, item]])));
  /** A call whose id is in the list stands for that one and for no other. */
  const isFree = (item: OutputItem): boolean =>
    !used.has(item) && (item.callId === undefined || !callIds.has(item.callId));
  const rows = new Map<string, OutputItem[]>();
  for (const item of items.toReversed()) {
    const row = rows.get(rowOf(item));
    if (row === undefined) rows.set(rowOf(item), [item]);
    else row.push(item);
  }
  const used = new Set<OutputItem>();
  const use = (item: OutputItem | undefined): OutputItem | undefined => {
    if (item !== undefined) used.add(item);
    return item;
  };

  return (mark: ItemMark, atPlace: OutputItem | undefined): OutputItem | undefined => {
    const byName = byCallId.get(nonEmpty(mark.callId) ?? '') ?? byId.get(`${mark.kind} ${nonEmpty(mark.id) ?? ''}`);
    if (byName !== undefined && !used.has(byName)) return use(byName);
    if (atPlace !== undefined && rowOf(atPlace) === rowOf(mark) && isFree(atPlace)) return use(atPlace);
    const row = rows.get(rowOf(mark)) ?? [];
    let next = row.pop();
    while (next !== undefined && !isFree(next)) next = row.pop();
    return use(next);
  };
}

const rowOf = ({ kind, name }: Pick<ItemMark, 'kind' | 'name'>): string =>
  kind === 'function_call' ? `call ${nonEmpty(name) ?? ''}` : kind;
