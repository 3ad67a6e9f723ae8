/**
 * Words in a row have few digits and are short. What was drawn by lot has, between signs that join words, a long piece with
 * letters and digits, a longer one if it is all hex.
 */
export function looksRandom(text: string): boolean {
  let [length, digits, hex] = [0, 0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : dash;
    if (code === dash || code === 0x2e || code === 0x5f || code === 0x7e) {
      if (digits > 0 && digits < length && length >= (hex === length ? 16 : 12)) return true;
      [length, digits, hex] = [0, 0, 0];
      continue;
    }
    length += 1;
    const digit = code >= 0x30 && code <= 0x39;
    if (digit) digits += 1;
    if (digit || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66)) hex += 1;
  }
  return false;
}

const dash = 0x2d;
