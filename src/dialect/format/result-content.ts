import { parseJson } from '../../base/json.js';

/** What a tool gave as JSON: JSON as it is, any other text as a string. */
export function resultContent(text: string): string {
  const json = text.trim();
  return /^[[{]/.test(json) && parseJson(json).ok ? json : JSON.stringify(text);
}
