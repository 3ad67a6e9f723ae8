import { humanSize, plural } from '../../base/text.js';

const newline = '⏎';
const tab = '⇥';
const maxShown = 2000;

/** How pasted text stands in the input line, and how it is put back when the line is sent. */
export interface PastedText {
  /** On one line: ⏎ for a line end; a name in brackets when it is long. */
  show(text: string): string;
  restore(line: string): string;
}

export function createPastedText(): PastedText {
  const long = new Map<string, string>();
  return {
    show(pasted) {
      const text = plain(pasted);
      if (text.length > maxShown) {
        const name = `[pasted ${long.size + 1}: ${plural(text.split('\n').length, 'line')}, ${humanSize(Buffer.byteLength(text))}]`;
        long.set(name, text);
        return name;
      }
      return text.replaceAll('\n', newline).replaceAll('\t', tab);
    },
    restore(line) {
      let text = line.replaceAll(newline, '\n').replaceAll(tab, '\t');
      for (const [name, whole] of long) text = text.replaceAll(name, () => whole);
      return text;
    },
  };
}

/** Line ends as \n, none at the end; other control characters would be keys, and are left out. */
function plain(pasted: string): string {
  return pasted
    .replaceAll(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '');
}
