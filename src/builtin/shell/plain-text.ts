const esc = '\u001b';
const bell = '\u0007';
/** Colours and moves, titles and links, other strings, and the short forms. */
const forms = [
  String.raw`\[[0-?]*[ -/]*[@-~]`,
  `\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?`,
  `[PX^_][^${esc}]*(?:${esc}\\\\)?`,
  '[ -/]*[0-~]?',
];
const escapes = new RegExp(`${esc}(?:${forms.join('|')})`, 'g');
// biome-ignore lint/suspicious/noControlCharactersInRegex: all but tab, line feed and carriage return go
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** What a terminal would show of a text, without colours, titles and cursor moves; CRLF as LF. Linear in its length. */
export function plainText(text: string): string {
  return text.replaceAll(escapes, '').replaceAll('\r\n', '\n').replaceAll(controls, '');
}
