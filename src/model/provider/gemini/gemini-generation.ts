import type { Thinking } from '../protocol.js';

/**
 * Whether a model is of the third generation or later. Names are open-ended: one that is not known to be older, such as
 * `gemini-flash-latest`, is taken for a new one.
 */
export function isGemini3(model: string): boolean {
  const name = bareName(model);
  return name.startsWith('gemini-') && !/^gemini-(?:[12](?:[.-]|$)|pro(?:-vision)?$)/.test(name);
}

/** The `thinkingConfig` of a request; undefined where a model refuses to be given one. */
export function thinkingConfig(model: string, thinking: Thinking | undefined): object | undefined {
  const name = bareName(model);
  if (/image|tts|audio|live|embedding/.test(name)) return undefined;
  const shown = thinking === 'off' ? {} : { includeThoughts: true };
  if (isGemini3(name)) {
    return thinking === undefined ? shown : { ...shown, thinkingLevel: thinkingLevel(name, thinking) };
  }
  if (!name.startsWith('gemini-2.5-')) return undefined;
  return thinking === undefined ? shown : { ...shown, thinkingBudget: thinkingBudget(name, thinking) };
}

/** Thinking cannot be turned off here: the least that a model accepts stands for it. */
function thinkingLevel(name: string, thinking: Thinking): string {
  if (thinking === 'off') return /^gemini-3(?:-flash|\.1-flash-lite|\.5-flash)/.test(name) ? 'MINIMAL' : 'LOW';
  if (thinking === 'medium' && name.startsWith('gemini-3-pro')) return 'HIGH';
  return thinking.toUpperCase();
}

/** Tokens, within the bounds of each model: the Pro ones refuse 0. */
function thinkingBudget(name: string, thinking: Thinking): number {
  const pro = name.startsWith('gemini-2.5-pro');
  return { off: pro ? 128 : 0, low: 2048, medium: 8192, high: pro ? 32_768 : 24_576 }[thinking];
}

const bareName = (model: string): string => model.slice(model.lastIndexOf('/') + 1).toLowerCase();
