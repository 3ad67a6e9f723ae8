import { boundText } from '../../base/text.js';

/** Head and tail of a text, so that written as JSON it has at most about `room` characters. */
export function fitText(text: string, room: number): string {
  const notice = (left: number): string => `\n[… ${left} characters left out …]\n`;
  for (let max = Math.max(room, 100); max > 100; max = Math.floor(max * 0.8)) {
    const bound = boundText(text, max, notice);
    if (JSON.stringify(bound).length <= room + 2) return bound;
  }
  return boundText(text, 100, notice);
}
