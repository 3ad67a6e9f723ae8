const simple: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

const escapes =
  /\\(?:([abeEfnrtv\\'"?])|([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c(.))/gsu;

/**
 * What stands between the quotes of `$'…'` as text. A NUL ends it, as in bash. Undefined when the bytes it makes are no
 * text: they could be read differently elsewhere.
 */
export function parseAnsiC(source: string): string | undefined {
  let odd = false;
  const text = source.replaceAll(
    escapes,
    (whole, letter?: string, octal?: string, hex?: string, short?: string, long?: string, control?: string) => {
      if (letter !== undefined) return simple[letter] ?? whole;
      if (octal !== undefined) return byte(Number.parseInt(octal, 8) & 0xff);
      if (hex !== undefined) return byte(Number.parseInt(hex, 16));
      if (control !== undefined) return controlled(control);
      return point(Number.parseInt(short ?? long ?? '', 16));
    },
  );
  return odd ? undefined : text.split('\0', 1)[0];

  function byte(code: number): string {
    odd ||= code > 0x7e || code === 1;
    return String.fromCharCode(code);
  }

  function point(code: number): string {
    odd ||= code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || code === 0x7f || code === 1;
    return odd ? '' : String.fromCodePoint(code);
  }

  function controlled(character: string): string {
    odd ||= !/[@A-Z[\]^_a-z]/.test(character);
    return byte((character.codePointAt(0) ?? 0) & 0x1f);
  }
}
