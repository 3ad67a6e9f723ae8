const named = {
  enter: '\r',
  tab: '\t',
  'shift-tab': '\u001b[Z',
  esc: '\u001b',
  space: ' ',
  backspace: '\u007f',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  'page-up': '\u001b[5~',
  'page-down': '\u001b[6~',
  insert: '\u001b[2~',
  delete: '\u001b[3~',
  f1: '\u001bOP',
  f2: '\u001bOQ',
  f3: '\u001bOR',
  f4: '\u001bOS',
  f5: '\u001b[15~',
  f6: '\u001b[17~',
  f7: '\u001b[18~',
  f8: '\u001b[19~',
  f9: '\u001b[20~',
  f10: '\u001b[21~',
  f11: '\u001b[23~',
  f12: '\u001b[24~',
} as const;

/** What a key sends, by its name; undefined when there is none. Besides those that are named: `ctrl-` and a letter, `alt-` and a character. */
export function keyBytes(name: string): string | undefined {
  const key = name.toLowerCase();
  if (Object.hasOwn(named, key)) return named[key as keyof typeof named];
  const control = /^ctrl-([a-z@[\\\]^_])$/.exec(key)?.[1];
  if (control !== undefined) return String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f);
  const other = /^alt-([!-~])$/i.exec(name)?.[1];
  return other === undefined ? undefined : `\u001b${other}`;
}

export const keyNames = `${Object.keys(named).slice(0, 16).join(', ')}, f1 to f12, ctrl-A to ctrl-Z, alt-A and so on`;
