import type { Usage } from '../../model.js';
import { isObject, tokens } from '../wire.js';

/** The usage of a chat completion, where the servers put it. */
export function chatUsage(counted: unknown): Usage | undefined {
  if (!isObject(counted)) return undefined;
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = counted;
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  const read = counted['prompt_tokens_details'];
  const written = counted['completion_tokens_details'];
  // OpenAI's place, then those of Moonshot and DeepSeek.
  const cached =
    tokens(isObject(read) ? read['cached_tokens'] : undefined) ||
    tokens(counted['cached_tokens']) ||
    tokens(counted['prompt_cache_hit_tokens']);
  const reasoning = tokens(isObject(written) ? written['reasoning_tokens'] : undefined);
  // xAI counts the reasoning beside the rest of the answer; the total tells.
  const apart = reasoning > 0 && tokens(total) === tokens(input) + tokens(output) + reasoning;
  return {
    inputTokens: tokens(input),
    outputTokens: tokens(output) + (apart ? reasoning : 0),
    ...(cached > 0 && { cachedInputTokens: cached }),
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
  };
}
