import { cutEnd } from '../../base/text.js';
import type { Fact } from '../../tool/fact.js';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Facts while they are found. */
export interface Facts {
  readonly list: readonly Fact[];
  /** Answers the place of the fact in the list. */
  add(fact: Fact): number;
  /** The command at this place does more than the facts tell. */
  doubt(at: number, note: string): void;
  /** The words are not all there is to the command at this place: no rule for them covers it. */
  notPlain(at: number): void;
  /** The command at this place cannot be read at all. */
  unread(at: number, note: string): void;
  /** Code that stands in the command at this place runs, and is not looked into. */
  inline(at: number, note: string): void;
  /** The command at this place is never legitimate. */
  forbid(at: number, note: string): void;
}

/** Nobody reads more. Beyond it commands and ordinary reads share one fact that says so; what could harm is still listed. */
const maxFacts = 1000;

export function createFacts(): Facts {
  const list: Mutable<Fact>[] = [];
  const seen = new Map<string, number>();
  let full: number | undefined;
  const overflow = (): number => {
    full ??= list.push({ ...tooMany }) - 1;
    return full;
  };
  const disproved = (at: number): Mutable<Fact> | undefined => {
    const fact = list[at];
    if (fact === undefined) return undefined;
    fact.known = false;
    delete fact.proved;
    return fact;
  };
  return {
    list,
    add(fact) {
      const { kind, by, known, deep, namesOnly, plain, where, via = '', target } = fact;
      const key = JSON.stringify([kind, by, known, deep, namesOnly, plain, where, via, target]);
      const before = seen.get(key);
      if (before !== undefined) return before;
      const place = list.length >= maxFacts && isOrdinary(fact) ? overflow() : list.push(bounded(fact)) - 1;
      seen.set(key, place);
      return place;
    },
    doubt(at, note) {
      const fact = disproved(at);
      if (fact !== undefined && fact.forbidden !== true) fact.note = joined(fact.note, shortened(note, maxNote));
    },
    notPlain(at) {
      delete list[at]?.plain;
    },
    unread(at, note) {
      this.doubt(at, note);
      const fact = list[at];
      if (fact !== undefined) fact.unread = true;
    },
    inline(at, note) {
      this.doubt(at, note);
      const fact = list[at];
      if (fact !== undefined) fact.inline = true;
    },
    forbid(at, note) {
      const fact = disproved(at);
      if (fact === undefined) return;
      fact.forbidden = true;
      fact.note = shortened(note, maxNote);
    },
  };
}

/** Facts are shown and kept: no word of the command makes them large. */
const maxTarget = 5000;
const maxNote = 500;
const maxWords = 16_000;

function bounded(fact: Fact): Mutable<Fact> {
  const { target, note, words } = fact;
  const kept = words === undefined ? undefined : boundedWords(words);
  const copy: Mutable<Fact> = { ...fact, target: shortened(target, maxTarget) };
  if (note !== undefined) copy.note = shortened(note, maxNote);
  if (kept !== undefined) copy.words = kept;
  // What is not told wholly is covered by no rule.
  if (kept !== words) delete copy.plain;
  return copy;
}

/** The first of the words; null stands for all that follow. */
function boundedWords(words: readonly (string | null)[]): readonly (string | null)[] {
  let size = 0;
  const end = words.findIndex((word) => {
    size += (word?.length ?? 0) + 1;
    return size > maxWords;
  });
  return end === -1 ? words : [...words.slice(0, end), null, null];
}

const shortened = (text: string, most: number): string => (text.length > most ? `${cutEnd(text, most)}…` : text);

const tooMany: Fact = {
  kind: 'exec',
  target: '…',
  where: 'nowhere',
  known: false,
  unread: true,
  note: 'the command does more than can be listed',
};

const isOrdinary = ({ kind, where, known }: Fact): boolean =>
  kind === 'exec' || (kind === 'read' && where === 'workspace' && known);

/** Every note once, and not too many. */
function joined(before: string | undefined, note: string): string {
  if (before === undefined) return note;
  if (before === note || before.length > 300 || before.split('; ').includes(note)) return before;
  return `${before}; ${note}`;
}
