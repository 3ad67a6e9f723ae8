import type { Thinking } from '../protocol.js';
import type { AnthropicTraits } from './anthropic-traits.js';

/** What of a request says how much to think. */
export interface ThinkingFields {
  readonly thinking?: object;
  readonly output_config?: object;
}

/** The fields that ask a model for as much thinking; none where the server is to choose. */
export function thinkingFields(
  { thinking: form, off }: AnthropicTraits,
  { thinking, maxTokens, forced }: ThinkingWish,
): ThinkingFields {
  if (thinking === undefined) return {};
  if (thinking === 'off') {
    if (off === 'unsaid') return {};
    return off === 'least-effort' ? { output_config: { effort: 'low' } } : { thinking: { type: off } };
  }
  if (form === 'effort') {
    // Newer models keep their thoughts to themselves unless asked to show them.
    return { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: thinking } };
  }
  const budget = Math.min(budgets[thinking], Math.floor(maxTokens * budgetShare));
  // A budget and a forced call exclude each other, and less than the least budget is refused.
  if (form === 'never' || forced || budget < leastBudget) return {};
  return { thinking: { type: 'enabled', budget_tokens: budget } };
}

export interface ThinkingWish {
  readonly thinking: Thinking | undefined;
  /** The output limit, which thoughts count against. */
  readonly maxTokens: number;
  /** Whether the model must make a call. */
  readonly forced: boolean;
}

const budgets = { low: 4000, medium: 10_000, high: 24_000 } as const;
const leastBudget = 1024;
/** The answer itself needs room too. */
const budgetShare = 0.75;
