/** A piece of what a terminal sends: keys, or text that was pasted in one go. */
export interface Segment {
  readonly kind: 'keys' | 'paste';
  readonly text: string;
}

const start = '\u001b[200~';
const end = '\u001b[201~';

/** Takes bracketed pastes out of what a terminal sends, however it is cut into chunks. */
export function createPasteParser(): { push(chunk: string): readonly Segment[] } {
  let rest = '';
  let pasting = false;
  return {
    push(chunk) {
      rest += chunk;
      const segments: Segment[] = [];
      for (;;) {
        const mark = pasting ? end : start;
        const at = rest.indexOf(mark);
        if (at === -1) break;
        segments.push({ kind: pasting ? 'paste' : 'keys', text: rest.slice(0, at) });
        rest = rest.slice(at + mark.length);
        pasting = !pasting;
      }
      // A paste is handed over whole. Of keys only what may be the beginning of a paste is held back.
      if (!pasting) {
        const held = heldBack(rest);
        segments.push({ kind: 'keys', text: rest.slice(0, rest.length - held) });
        rest = rest.slice(rest.length - held);
      }
      return segments.filter(({ text }) => text !== '');
    },
  };
}

/** A lone escape is the escape key. */
function heldBack(text: string): number {
  for (let length = start.length - 1; length >= 2; length -= 1)
    if (text.endsWith(start.slice(0, length))) return length;
  return 0;
}
