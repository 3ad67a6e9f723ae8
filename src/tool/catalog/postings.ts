import type { CatalogEntry } from './catalog-entry.js';
import { cutWords } from './cut-words.js';
import { stemOf } from './words-of.js';

/** The entries that have a word, in their order, and how much it counts in each. */
export interface Posting {
  readonly entries: Int32Array;
  readonly weights: Int32Array;
}

/** How often a word counts that stands there. */
const fieldWeights = { name: 4, alias: 3, keyword: 2, description: 1 } as const;

export function buildPostings(entries: readonly CatalogEntry[]) {
  const stems: string[] = [];
  const ids = new Map<string, number>();
  /** By words as they stand there, so that each is brought to its stem once; -1 where it tells nothing. */
  const known = new Map<string, number>();
  const idOf = (word: string): number => {
    const stem = stemOf(word);
    const id = stem === undefined ? -1 : (ids.get(stem) ?? stems.push(stem) - 1);
    if (stem !== undefined) ids.set(stem, id);
    known.set(word, id);
    return id;
  };

  const pairs = createPairs(entries.length * usualWords);
  const lengths = new Float64Array(entries.length);
  let at = 0;
  let length = 0;
  let total = 0;
  const count = (id: number, weight: number): void => {
    if (id === -1) return;
    length += weight;
    pairs.add(id, at, weight);
  };
  const add = (text: string, weight: number): void => {
    const words = cutWords(text);
    for (let word = 0; word < words.length; word += 1) {
      const written = words[word] as string;
      count(known.get(written) ?? idOf(written), weight);
    }
  };
  /** What many entries have: the words of such a text are looked at once. */
  const shared = new Map<string, readonly number[]>();
  const addShared = (text: string, weight: number): void => {
    let wordIds = shared.get(text);
    if (wordIds === undefined) {
      wordIds = cutWords(text).map((word) => known.get(word) ?? idOf(word));
      shared.set(text, wordIds);
    }
    for (let word = 0; word < wordIds.length; word += 1) count(wordIds[word] as number, weight);
  };
  for (let entry = entries[at]; entry !== undefined; entry = entries[at]) {
    const { name, aliases = none, keywords = none, category = '', server = '', description } = entry;
    length = 0;
    add(name, fieldWeights.name);
    for (let alias = 0; alias < aliases.length; alias += 1) add(aliases[alias] as string, fieldWeights.alias);
    for (let key = 0; key < keywords.length; key += 1) addShared(keywords[key] as string, fieldWeights.keyword);
    addShared(category, fieldWeights.keyword);
    addShared(server, fieldWeights.keyword);
    add(description, fieldWeights.description);
    lengths[at] = length;
    total += length;
    at += 1;
  }
  const postingOf = pairs.sort(stems.length);
  return {
    stems,
    /** By stems. */
    has: (stem: string): boolean => ids.has(stem),
    get(stem: string): Posting | undefined {
      const id = ids.get(stem);
      return id === undefined ? undefined : postingOf(id);
    },
    /** How much the words of an entry count together. */
    lengths,
    meanLength: total / Math.max(1, entries.length),
  };
}

const none: readonly string[] = [];

/** Room for so many words of an entry is made at first. */
const usualWords = 32;

/** Which word counts how much in which entry, in lists of numbers: half a million objects would take longer than all else. */
function createPairs(room: number) {
  let stems = new Int32Array(room + 1);
  let entries = new Int32Array(room + 1);
  let weights = new Int32Array(room + 1);
  /** Of each word, its last pair. */
  let last = new Int32Array(4096).fill(-1);
  let count = 0;
  return {
    /** A word counts in an entry; entries come one after the other. */
    add(stem: number, entry: number, weight: number) {
      if (stem >= last.length) last = grown(last, -1);
      const before = last[stem] as number;
      if (before !== -1 && entries[before] === entry) {
        weights[before] = (weights[before] as number) + weight;
        return;
      }
      if (count === stems.length) {
        stems = grown(stems, 0);
        entries = grown(entries, 0);
        weights = grown(weights, 0);
      }
      stems[count] = stem;
      entries[count] = entry;
      weights[count] = weight;
      last[stem] = count;
      count += 1;
    },
    sort(size: number): (stem: number) => Posting {
      const starts = new Int32Array(size + 1);
      for (let at = 0; at < count; at += 1)
        starts[(stems[at] as number) + 1] = (starts[(stems[at] as number) + 1] as number) + 1;
      for (let stem = 0; stem < size; stem += 1)
        starts[stem + 1] = (starts[stem + 1] as number) + (starts[stem] as number);
      const next = starts.slice();
      const sorted = { entries: new Int32Array(count), weights: new Int32Array(count) };
      for (let at = 0; at < count; at += 1) {
        const place = next[stems[at] as number] as number;
        next[stems[at] as number] = place + 1;
        sorted.entries[place] = entries[at] as number;
        sorted.weights[place] = weights[at] as number;
      }
      return (stem) => ({
        entries: sorted.entries.subarray(starts[stem], starts[stem + 1]),
        weights: sorted.weights.subarray(starts[stem], starts[stem + 1]),
      });
    },
  };
}

function grown(list: Int32Array<ArrayBuffer>, filler: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(list.length * 2).fill(filler, list.length);
  larger.set(list);
  return larger;
}
