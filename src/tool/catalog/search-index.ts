import { editDistance } from '../../base/nearest.js';
import type { CatalogEntry } from './catalog-entry.js';
import { buildPostings } from './postings.js';
import { synonymsOf } from './synonyms.js';
import { wordsOf } from './words-of.js';

/** Finds entries by words. Built once for a catalog; a change of that makes another. */
export type SearchIndex = ReturnType<typeof createSearchIndex>;

export interface Hit {
  readonly entry: CatalogEntry;
  /** 10,000 for a name as it is, less for everything else. */
  readonly score: number;
  readonly reason: 'exact_name' | 'bm25';
}

const exactScore = 10_000;
const bestScore = 9499;

export function createSearchIndex(entries: readonly CatalogEntry[]) {
  const postings = buildPostings(entries);
  const { lengths, meanLength } = postings;
  const byName = namesOf(entries);
  const scores = new Float64Array(entries.length);
  const counts = new Uint8Array(entries.length);
  const best = new Float64Array(entries.length);

  /** The words to look for in place of one: itself, or what it may have meant where nobody has it; and others for the same. */
  const spellings = (word: string): readonly NearWord[] => {
    const others = synonymsOf(word).map((other) => ({ word: other, weight: synonymWeight }));
    if (postings.has(word)) return [{ word, weight: 1 }, ...others];
    if (others.some((other) => postings.has(other.word))) return others;
    return nearWords(word, postings.stems);
  };

  /** Adds up Okapi BM25, with the usual constants, for the entries that have a word. Answers those. */
  const rank = (word: string): readonly number[] => {
    const found: number[] = [];
    for (const { word: spelled, weight } of spellings(word)) {
      const posting = postings.get(spelled);
      if (posting === undefined) continue;
      const { length } = posting.entries;
      const rarity = Math.log(1 + (entries.length - length + 0.5) / (length + 0.5)) * weight * 2.2;
      for (let at = 0; at < length; at += 1) {
        const entry = posting.entries[at] as number;
        const count = posting.weights[at] as number;
        const score = (rarity * count) / (count + 0.3 + (0.9 * (lengths[entry] as number)) / meanLength);
        if (best[entry] === 0) found.push(entry);
        if (score > (best[entry] as number)) best[entry] = score;
      }
    }
    for (const entry of found) {
      scores[entry] = (scores[entry] as number) + (best[entry] as number);
      counts[entry] = (counts[entry] as number) + 1;
      best[entry] = 0;
    }
    return found;
  };

  return {
    search(query: string, limit: number = 10): readonly Hit[] {
      const wanted = query.slice(0, maxQuery).trim();
      const exact = byName.get(wanted.toLowerCase()) ?? none;
      const words = [...new Set(wordsOf(wanted))].slice(0, maxWords);
      const seen: number[] = [];
      for (const word of words) for (const entry of rank(word)) if (counts[entry] === 1) seen.push(entry);
      let top = 0;
      for (const entry of seen) top = Math.max(top, scores[entry] as number);
      const ranked: Ranked[] = [];
      for (const entry of seen) {
        const score = (7000 * (scores[entry] as number)) / top + (2000 * (counts[entry] as number)) / words.length;
        scores[entry] = 0;
        counts[entry] = 0;
        if (!exact.includes(entry)) keepBest(ranked, { entry, score }, limit + spare);
      }
      const hits: Hit[] = ranked.map(({ entry: at, score }) => {
        const entry = entries[at] as CatalogEntry;
        const whole = Math.round(score + 500 * share(wordsOf(entry.name), words));
        return { entry, score: Math.min(bestScore, Math.max(1, whole)), reason: 'bm25' };
      });
      hits.sort((a, b) => b.score - a.score || (a.entry.name < b.entry.name ? -1 : 1));
      const named = exact
        .map((at) => entries[at] as CatalogEntry)
        .sort((a, b) => farFrom(wanted, a) - farFrom(wanted, b));
      const first: Hit[] = named.map((entry) => ({ entry, score: exactScore, reason: 'exact_name' }));
      return [...first, ...hits].slice(0, limit);
    },
  };
}

/** The entries of each name and alias, in small letters. */
function namesOf(entries: readonly CatalogEntry[]): ReadonlyMap<string, readonly number[]> {
  const byName = new Map<string, number[]>();
  const add = (name: string, at: number): void => {
    const small = name.toLowerCase();
    const known = byName.get(small);
    if (known === undefined) byName.set(small, [at]);
    else if (known.length < maxNamed && known.at(-1) !== at) known.push(at);
  };
  for (const [at, { name, aliases }] of entries.entries()) {
    add(name, at);
    if (aliases !== undefined) for (const alias of aliases) add(alias, at);
  }
  return byName;
}

const none: readonly number[] = [];

/** Of one alias there may be as many as there are servers. */
const maxNamed = 20;

/** A name as it is comes before one in other letters, and before an alias. */
const farFrom = (wanted: string, { name }: CatalogEntry): number =>
  name === wanted ? 0 : name.toLowerCase() === wanted.toLowerCase() ? 1 : 2;

interface Ranked {
  readonly entry: number;
  readonly score: number;
}

/** Of a query that is a whole page the beginning tells what is looked for. */
const maxWords = 30;
const maxQuery = 2000;

/** How much less another word for the same counts. */
const synonymWeight = 0.7;

/** So many more are looked at than are wanted: what their names add may change the order. */
const spare = 20;

/** Keeps the best ones in order, by insertion: hardly any gets among them. */
function keepBest(ranked: Ranked[], one: Ranked, most: number): void {
  const last = ranked.at(-1);
  if (ranked.length >= most && last !== undefined && last.score >= one.score) return;
  let at = ranked.length;
  while (at > 0 && (ranked[at - 1] as Ranked).score < one.score) at -= 1;
  ranked.splice(at, 0, one);
  if (ranked.length > most) ranked.pop();
}

function share(words: readonly string[], wanted: readonly string[]): number {
  if (words.length === 0) return 0;
  return words.filter((word) => wanted.includes(word)).length / words.length;
}

interface NearWord {
  readonly word: string;
  /** How much less it counts than the word itself. */
  readonly weight: number;
}

const maxNear = 8;

/** Words that a misspelled one may have meant: begun by it, or a letter or two away. */
function nearWords(word: string, vocabulary: readonly string[]): readonly NearWord[] {
  const reach = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  const near: NearWord[] = [];
  for (const known of vocabulary) {
    const longer = known.length - word.length;
    if (word.length >= 3 && longer > 0 && known.startsWith(word)) near.push({ word: known, weight: 0.8 });
    // Hardly anybody mistypes both of the first two letters.
    else if (reach > 0 && longer <= reach && longer >= -reach && begin(word, known)) {
      const steps = editDistance(word, known, reach + 1);
      if (steps <= reach) near.push({ word: known, weight: steps === 1 ? 0.7 : 0.5 });
    }
  }
  return near.sort((a, b) => b.weight - a.weight).slice(0, maxNear);
}

const begin = (word: string, known: string): boolean =>
  known.charCodeAt(0) === word.charCodeAt(0) || known.charCodeAt(1) === word.charCodeAt(1);
