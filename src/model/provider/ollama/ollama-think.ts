import type { Thinking } from '../protocol.js';
import type { OllamaTraits } from './ollama-traits.js';

/** gpt-oss knows levels and cannot be kept from thinking; all others know yes and no. */
export function thinkValue(
  thinking: Thinking | undefined,
  model: string,
  { family = '', thinking: can }: OllamaTraits,
) {
  if (thinking === undefined) return undefined;
  if (/gpt-?oss/i.test(`${family} ${model}`)) return thinking === 'off' ? 'low' : thinking;
  return can === false ? undefined : thinking !== 'off';
}

/** Whether a model is asked to think that cannot. */
export const isIdleWish = (thinking: Thinking | undefined, traits: OllamaTraits): boolean =>
  thinking !== undefined && thinking !== 'off' && traits.thinking === false;
