import { editDistance } from '../../base/nearest.js';

export interface NearWord {
  readonly word: string;
  /** How much less it counts than the word itself. */
  readonly weight: number;
}

const maxNear = 8;

/** Words that a misspelled one may have meant: begun by it, or a letter or two away. */
export function nearWords(word: string, vocabulary: readonly string[]): readonly NearWord[] {
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
