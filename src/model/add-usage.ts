import { defined } from '../base/defined.js';
import type { Usage } from './model.js';

/** What several answers used together. */
export function addUsage(sum: Usage | undefined, more: Usage | undefined): Usage | undefined {
  if (sum === undefined || more === undefined) return sum ?? more;
  const both = (name: 'cachedInputTokens' | 'reasoningTokens'): number | undefined =>
    (sum[name] ?? 0) + (more[name] ?? 0) || undefined;
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    outputTokens: sum.outputTokens + more.outputTokens,
    ...defined({ cachedInputTokens: both('cachedInputTokens'), reasoningTokens: both('reasoningTokens') }),
    ...((sum.estimated ?? more.estimated) === true && { estimated: true }),
  };
}
