import type { DialectOpener, Grammar, Thought, Wrapper } from './grammar.js';
import type { ToolTable } from './tool-table.js';

/** One text that may mean something where it stands. */
export interface Marker {
  readonly text: string;
  readonly openers: DialectOpener[];
  thought: Thought | undefined;
  endsThought: boolean;
  /** It can only stand behind reasoning. */
  beginsAnswer: boolean;
  dropped: boolean;
  /** The wrapper it opens. */
  wrapper: Wrapper | undefined;
  stray: boolean;
  result: boolean;
  /** It means something only where nothing stands before it in its line. */
  lineOnly: boolean;
}

/** What a character may be: the start of a marker anywhere, or where a line begins; a mark of Markdown. */
export const startsAnywhere = 1;
export const startsLine = 2;
const isMarkdown = 4;

/** The markers of a grammar, found by their first two characters, the longer ones first. */
export class Markers {
  /** What each character may be, as bits. */
  readonly kind = new Uint8Array(0x10000);
  /** Within a line: 0 for a character that is nothing, 1 for one that two characters tell of, 2 for any other. */
  private readonly inLine = new Uint8Array(0x10000);
  /** Not 0 where a marker may begin with two characters of this hash. */
  private readonly pairs = new Uint8Array(0x10000);
  private readonly byPair = new Map<number, Marker[]>();
  private readonly singles = new Map<number, Marker[]>();

  constructor(grammar: Grammar, tools: ToolTable) {
    const byText = new Map<string, Marker>();
    const marker = (text: string): Marker => {
      const known = byText.get(text);
      if (known !== undefined) return known;
      const made: Marker = {
        text,
        openers: [],
        thought: undefined,
        endsThought: false,
        beginsAnswer: false,
        dropped: false,
        wrapper: undefined,
        stray: false,
        result: false,
        lineOnly: true,
      };
      byText.set(text, made);
      return made;
    };
    for (const opener of grammar.openers) {
      for (const text of typeof opener.text === 'string' ? [opener.text] : opener.text(tools)) {
        const made = marker(text);
        made.openers.push(opener);
        if (opener.at === 'anywhere') made.lineOnly = false;
      }
    }
    for (const thought of grammar.thoughts ?? []) {
      if (thought.open !== undefined) {
        const open = marker(thought.open);
        open.thought ??= thought;
        if (thought.at === 'anywhere') open.lineOnly = false;
      }
      const close = marker(thought.close);
      close.endsThought = true;
      close.lineOnly = false;
      for (const text of thought.endedBy ?? []) {
        const behind = marker(text);
        behind.beginsAnswer = true;
        behind.lineOnly = false;
      }
    }
    for (const text of grammar.dropped ?? []) {
      const made = marker(text);
      made.dropped = true;
      made.lineOnly = false;
    }
    for (const wrapper of grammar.wrappers ?? []) {
      marker(wrapper.open).wrapper ??= wrapper;
      marker(wrapper.close).lineOnly = false;
    }
    for (const text of grammar.strays ?? []) marker(text).stray = true;
    for (const text of grammar.results ?? []) marker(text).result = true;
    this.file(byText.values());
  }

  /** The next place within a line at which a character stands that may be something. */
  skip(text: string, from: number): number {
    const { inLine, pairs } = this;
    const end = text.length;
    for (let at = from; at < end; at += 1) {
      const code = text.charCodeAt(at);
      const kind = inLine[code];
      if (kind === 0) continue;
      if (kind === 2 || at + 1 === end || pairs[hash(code, text.charCodeAt(at + 1))] !== 0) return at;
    }
    return end;
  }

  /** Those that may stand at this place; `wait` when the next character has to come first. */
  at(text: string, at: number, ended: boolean): readonly Marker[] | 'wait' {
    const first = text.charCodeAt(at);
    if (at + 1 < text.length)
      return this.byPair.get(pair(first, text.charCodeAt(at + 1))) ?? this.singles.get(first) ?? none;
    return ended ? (this.singles.get(first) ?? none) : 'wait';
  }

  private file(all: Iterable<Marker>): void {
    const sorted = [...all].sort((a, b) => b.text.length - a.text.length);
    for (const marker of sorted) {
      const first = marker.text.charCodeAt(0);
      this.kind[first] = (this.kind[first] ?? 0) | (marker.lineOnly ? startsLine : startsAnywhere);
      if (marker.text.length > 1) {
        const second = marker.text.charCodeAt(1);
        put(this.byPair, pair(first, second), marker);
        if (!marker.lineOnly) this.pairs[hash(first, second)] = 1;
      } else put(this.singles, first, marker);
      if (!marker.lineOnly) this.inLine[first] = Math.max(this.inLine[first] ?? 0, marker.text.length > 1 ? 1 : 2);
    }
    for (const [key, filed] of this.byPair) filed.push(...(this.singles.get(Math.floor(key / 0x10000)) ?? []));
    for (const mark of '`~>\n') {
      const code = mark.charCodeAt(0);
      this.kind[code] = (this.kind[code] ?? 0) | isMarkdown;
      this.inLine[code] = 2;
    }
  }
}

/** Whether a marker stands at this place of a text, or its beginning at the end of it. */
export function standsAt(marker: string, text: string, at: number): 'wholly' | 'partly' | undefined {
  const left = text.length - at;
  if (left >= marker.length) return text.startsWith(marker, at) ? 'wholly' : undefined;
  return marker.startsWith(text.slice(at)) ? 'partly' : undefined;
}

/** Tables of markers are large; they are made once for a grammar and the names of the tools. */
export function markersOf(grammar: Grammar, table: ToolTable): Markers {
  const known = made.get(grammar) ?? new Map<string, Markers>();
  made.set(grammar, known);
  const byName = grammar.openers.some(({ text }) => typeof text !== 'string');
  const key = byName ? `${table.told} ${table.names.join(' ')}` : '';
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= maxTables) known.clear();
  const markers = new Markers(grammar, table);
  known.set(key, markers);
  return markers;
}

const made = new WeakMap<Grammar, Map<string, Markers>>();
const maxTables = 16;

const none: readonly Marker[] = [];

const hash = (first: number, second: number): number => (first * 31 + second) & 0xffff;

const pair = (first: number, second: number): number => first * 0x10000 + second;

function put(table: Map<number, Marker[]>, key: number, marker: Marker): void {
  const filed = table.get(key);
  if (filed === undefined) table.set(key, [marker]);
  else filed.push(marker);
}
