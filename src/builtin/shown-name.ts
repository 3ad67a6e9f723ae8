/** A file name on one line: control characters as escapes, so that a name cannot pretend to be several. */
export function shownName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, escapeUnit);
}

const escapeUnit = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
