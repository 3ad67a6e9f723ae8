import type { Thinking } from '../protocol.js';

/** How much a model of OpenAI may think, in words of its API. */
export type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high';

const efforts: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high'];

/**
 * The effort to ask for: the wanted one, or the next higher one that the model knows, since each refuses those it does
 * not know. Undefined for models that cannot think. Of a name nobody knows everything is expected.
 */
export function effortOf(model: string, thinking: Thinking): Effort | undefined {
  const wanted = efforts.indexOf(thinking === 'off' ? 'none' : thinking);
  const known = knownEfforts(model);
  return known.find((effort) => efforts.indexOf(effort) >= wanted) ?? known.at(-1);
}

/** Whether a model may think at all; those that cannot refuse every word about it. */
export const mayThink = (model: string): boolean => knownEfforts(model).length > 0;

function knownEfforts(model: string): readonly Effort[] {
  const name = model.slice(model.lastIndexOf('/') + 1);
  return families.find(([names]) => names.test(name))?.[1] ?? efforts;
}

/** From OpenAI's guide on reasoning and from what its server answers to an effort it does not support. */
const families: readonly (readonly [RegExp, readonly Effort[]])[] = [
  [/^(?:gpt-[34]|chatgpt-|gpt-[\d.]+-chat)/, []],
  [/^gpt-5-pro/, ['high']],
  [/^gpt-[\d.]+-pro|codex-mini/, ['medium', 'high']],
  [/^gpt-[\d.]+-codex|^gpt-oss|^o\d/, ['low', 'medium', 'high']],
  [/^gpt-5(?![.\d])/, ['minimal', 'low', 'medium', 'high']],
];
