import { describe, expect, it } from 'vitest';
import { createSafeStream, safeLine, safeText } from '../../src/cli/safe-text.js';
import { verifies } from '../requirements.js';

const cases: readonly (readonly [string, string])[] = [
  ['plain\ttext\nand lines\r\n', 'plain\ttext\nand lines\n'],
  ['\u001b[31mred\u001b]0;title\u0007', '\\e[31mred\\e]0;title\\a'],
  ['over\rwrite\b', 'over\\rwrite\\b'],
  ['\u009b2J', '<U+009B>2J'],
  ['a\u202etxt.exe\u2066\u200f', 'a<U+202E>txt.exe<U+2066><U+200F>'],
  ['zero\u200bwidth\u00ad\ufeff', 'zero<U+200B>width<U+00AD><U+FEFF>'],
  ['\u{e0041}\u{e0042}', '<U+E0041><U+E0042>'],
  ['a\u2028b', 'a<U+2028>b'],
  ['half \ud83d pair', 'half <U+D83D> pair'],
  ['👩‍💻 ❤️ می‌خواهم क्‍ष', '👩‍💻 ❤️ می‌خواهم क्‍ष'],
  ['pass\u200dword', 'pass<U+200D>word'],
];

describe('safeText', () => {
  it.each(cases)('shows %j as %j', (text, shown) => {
    verifies('core.chat.control-characters');
    expect(safeText(text)).toBe(shown);
  });

  it.each(cases)('shows %j the same in pieces of every size', (text, shown) => {
    for (let size = 1; size <= text.length; size += 1) {
      const stream = createSafeStream();
      let joined = '';
      for (let at = 0; at < text.length; at += size) joined += stream.push(text.slice(at, at + size));
      expect(joined + stream.end()).toBe(shown);
    }
  });

  it('shows text at once, holding back only what the next piece may change', () => {
    const stream = createSafeStream();
    expect(stream.push('hello')).toBe('hello');
    expect(stream.push(' there\r')).toBe(' there');
    expect(stream.end()).toBe('\\r');
  });

  it('leaves no joiner unseen where a person decides', () => {
    expect(safeText('👩‍💻', { strict: true })).toBe('👩<U+200D>💻');
    expect(safeLine('a\nb\tc')).toBe('a\\nb\\tc');
  });
});
