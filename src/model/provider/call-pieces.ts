import { randomText } from '../../base/id.js';
import { cutEnd } from '../../base/text.js';
import { parseTrusted } from '../../base/trusted-json.js';
import type { ModelEvent, ModelFailure } from '../model.js';
import { nonEmpty, placeOf, read } from './wire.js';

/** A piece of a call on the wire. Every field may be missing or of another type. */
export interface WireCall {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: unknown;
}

export type CallPieces = ReturnType<typeof createCallPieces>;

interface OpenCall {
  readonly index: number;
  id: string | undefined;
  name: string;
  /** Joined once, at the end: nothing is read twice however small the pieces are. */
  readonly fragments: string[];
  size: number;
  /** What the arguments came as when it was neither text nor an object. */
  odd: string | undefined;
}

/** What an open call costs even when it is empty, so that a flood of them meets the limit too. */
const callCost = 100;

/**
 * Puts calls together from their pieces. Servers differ: the index may be missing (each call comes whole, or goes on
 * where the last one was), or be 0 for all; ids and names may come late, again and again, or never.
 */
export function createCallPieces(emit: (event: ModelEvent) => void) {
  const calls: OpenCall[] = [];
  const byWireIndex = new Map<number, OpenCall>();
  const byId = new Map<string, OpenCall>();
  const taken = new Set<number>();
  let last: OpenCall | undefined;

  const open = (wireIndex: number | undefined): OpenCall => {
    let index = wireIndex !== undefined && !taken.has(wireIndex) ? wireIndex : calls.length;
    while (taken.has(index)) index += 1;
    taken.add(index);
    const call: OpenCall = { index, id: undefined, name: '', fragments: [], size: 0, odd: undefined };
    calls.push(call);
    if (wireIndex !== undefined) byWireIndex.set(wireIndex, call);
    return call;
  };

  const find = (wireIndex: number | undefined, id: string | undefined, name: string, text: string): OpenCall => {
    if (wireIndex === undefined) {
      const known = id === undefined ? undefined : byId.get(id);
      return known ?? (name === '' ? calls.at(-1) : undefined) ?? open(undefined);
    }
    const call = byWireIndex.get(wireIndex);
    if (call === undefined) return open(wireIndex);
    if (name === '' || call.name === '') return call;
    // A named piece is a call of its own when its id is another one; without ids, when its name is, or when a new object
    // begins where the last one ended.
    if (id !== undefined && call.id !== undefined) return id === call.id ? call : open(wireIndex);
    const begins = text.startsWith('{') && call.fragments.at(-1)?.endsWith('}') === true;
    return name !== call.name || begins ? open(wireIndex) : call;
  };

  return {
    get count() {
      return calls.length;
    },
    /** Where the call stands that the last piece was taken for. */
    get last() {
      return last?.index;
    },
    /** The indexes of the calls in the order they were emitted. */
    get order() {
      return calls.map(({ index }) => index);
    },
    /**
     * Takes a piece of a call and answers how many characters it added. `rawArguments` gives arguments that came as an
     * object instead of text as they were written, digits and duplicate keys included.
     */
    take(piece: WireCall, rawArguments: () => string | undefined): number {
      if (calls.length >= maxCalls) return 0;
      const wireIndex = placeOf(piece.index);
      const id = nonEmpty(piece.id);
      const args = read(piece.function, 'arguments');
      const name = nonEmpty(read(piece.function, 'name')) ?? '';
      const before = calls.length;
      const text = argumentsText(args, rawArguments);
      const call = find(wireIndex, id, name, text);
      last = call;
      let added = text.length + (calls.length - before) * callCost;
      if (call.id === undefined && id !== undefined) {
        call.id = id;
        byId.set(id, call);
        added += id.length;
      }
      if (call.name === '' && name !== '') {
        call.name = name;
        added += name.length;
        emit({ type: 'call-open', index: call.index, name });
        for (const text of call.fragments) emit({ type: 'call-arguments', index: call.index, text });
      }
      if (text !== '') {
        call.fragments.push(text);
        call.size += text.length;
        if (call.name !== '') emit({ type: 'call-arguments', index: call.index, text });
      } else {
        call.odd = kindOf(args) ?? call.odd;
      }
      return added;
    },
    /** The last word on the arguments of a call: puts the text in the place of its pieces where its length differs. */
    settle(index: number, text: string) {
      const call = byWireIndex.get(index);
      if (call === undefined || call.size === text.length) return;
      call.fragments.splice(0, call.fragments.length, text);
      call.size = text.length;
    },
    /** True when the arguments of every call are whole JSON. */
    whole: (): boolean => calls.every((call) => parseTrusted(call.fragments.join('')) !== undefined),
    /** Emits every call in the order of its index, or answers why that cannot be done. */
    finish(): ModelFailure | undefined {
      if (calls.length >= maxCalls) return tooMany;
      if (calls.some((call) => call.name === '')) return nameless;
      calls.sort((a, b) => a.index - b.index);
      const ids = new Set<string>();
      for (const call of calls) {
        const id = call.id === undefined || ids.has(call.id) ? `call_${call.index}_${randomText(12)}` : call.id;
        ids.add(id);
        if (isUnread(call)) emit({ type: 'problem', code: 'arguments-not-object', message: notObject(call) });
        emit({ type: 'call', index: call.index, id, name: call.name, arguments: call.fragments.join('') });
      }
      return undefined;
    },
  };
}

/** No model means so many at once, and looking each up in what came would take ever longer. */
export const maxCalls = 512;

const tooMany: ModelFailure = {
  kind: 'protocol',
  message: `The answer holds ${maxCalls} calls or more. None was run; send again, or try another server or model.`,
};

const nameless: ModelFailure = {
  kind: 'protocol',
  message:
    'The answer holds a call that names no tool. No call of it was run; send again, or try another server or model.',
};

function argumentsText(args: unknown, raw: () => string | undefined): string {
  if (typeof args === 'string') return args;
  return typeof args === 'object' && args !== null && !Array.isArray(args) ? (raw() ?? '') : '';
}

/** What arguments are that are neither text nor an object; undefined for those, and for none. */
export function kindOf(args: unknown): string | undefined {
  if (args === null) return 'null';
  if (Array.isArray(args)) return 'a list';
  return ['undefined', 'string', 'object'].includes(typeof args) ? undefined : `a ${typeof args}`;
}

/** A null before the first piece says nothing; as all there is, or a value of another kind, it is none of the model's words. */
const isUnread = (call: OpenCall): boolean =>
  call.odd !== undefined && (call.odd !== 'null' || call.fragments.length === 0);

const notObject = ({ name, odd }: OpenCall): string =>
  `The arguments of a call of ${cutEnd(name, 80)} came as ${odd}, not as an object: what came is left out.`;
