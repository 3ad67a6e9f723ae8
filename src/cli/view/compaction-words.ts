import type { HistoryCompacted } from '../../history/event.js';

/** What a compaction did, for a person. */
export function compactionWords({ tokens, summary }: Pick<HistoryCompacted, 'tokens' | 'summary'>): string {
  const [before, after] = [tokens.before, tokens.after].map((count) => count.toLocaleString('en-US'));
  const how = summary === undefined ? 'long results were shortened' : by[summary.by];
  return `The model now reads about ${after} tokens instead of ${before}: ${how}. The session keeps all of it.`;
}

const by = {
  model: 'it summarised the earlier part',
  digest: 'a digest stands for the earlier part, as the model gave no summary',
} as const;

export const compactingWords = 'The conversation is getting long: its earlier part is summarised …';
