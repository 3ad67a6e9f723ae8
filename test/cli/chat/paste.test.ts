import { describe, expect, it } from 'vitest';
import { createPasteParser, type Segment } from '../../../src/cli/chat/paste-parser.js';
import { createPastedText } from '../../../src/cli/chat/pasted-text.js';

const joined = (segments: readonly Segment[]): readonly Segment[] => {
  const result: Segment[] = [];
  for (const segment of segments) {
    const last = result.at(-1);
    if (last?.kind === 'keys' && segment.kind === 'keys')
      result[result.length - 1] = { kind: 'keys', text: last.text + segment.text };
    else result.push(segment);
  }
  return result;
};

describe('the paste parser', () => {
  const sent = 'ab\u001b[A\u001b[200~one\r\ntwo\u001b[31m\u001b[201~c\r\u001b[200~\u001b[201~\u001b[2~d';
  const wanted = [
    { kind: 'keys', text: 'ab\u001b[A' },
    { kind: 'paste', text: 'one\r\ntwo\u001b[31m' },
    { kind: 'keys', text: 'c\r\u001b[2~d' },
  ];

  it('tells keys and pastes apart', () => {
    expect(joined(createPasteParser().push(sent))).toEqual(wanted);
  });

  it('does so at every cut but one right after an escape, which is the escape key', () => {
    for (let cut = 1; cut < sent.length; cut += 1) {
      if (sent[cut - 1] === '\u001b') continue;
      const parser = createPasteParser();
      expect(joined([...parser.push(sent.slice(0, cut)), ...parser.push(sent.slice(cut))])).toEqual(wanted);
    }
  });

  it('hands over an escape at once', () => {
    expect(createPasteParser().push('\u001b')).toEqual([{ kind: 'keys', text: '\u001b' }]);
  });
});

describe('pasted text', () => {
  it('stands on one line and is put back', () => {
    const pastes = createPastedText();
    const shown = pastes.show('one\r\n\ttwo\n\n');
    expect(shown).toBe('one⏎⇥two');
    expect(pastes.restore(`see: ${shown}!`)).toBe('see: one\n\ttwo!');
  });

  it('has no keys in it', () => {
    expect(createPastedText().show('a\u0003b\u001b[201~c')).toBe('ab[201~c');
  });

  it('is named when it is long', () => {
    const pastes = createPastedText();
    const long = Array.from({ length: 500 }, (_, at) => `line ${at} $& costs $1`).join('\n');
    const shown = pastes.show(long);
    expect(shown).toMatch(/^\[pasted 1: 500 lines, \d+ KB\]$/);
    expect(pastes.restore(`look ${shown} and ${pastes.show('b')}`)).toBe(`look ${long} and b`);
  });
});
