import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DialectEvent, maxCallLength, maxCalls } from '../../src/dialect/dialect.js';
import { hermes } from '../../src/dialect/hermes.js';
import { verifies } from '../requirements.js';
import { readMessage } from './read-message.js';

describe('hold-back', () => {
  it('keeps outside of a call only what may begin a tag, and the white space before it', () => {
    verifies('models.prompt.bounded');
    const parts = ['<', '</', '<tool', '</tool_call', '<thin', 'word', '`', '```', '~~~', '>', ' ', '\n', '{', '}'];
    const text = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 30 });
    fc.assert(
      fc.property(text, (pieces) => {
        let pushed = '';
        let said = '';
        const parser = hermes.createParser({ tools: [] }, (event) => {
          if (event.type === 'text') said += event.text;
        });
        for (const piece of pieces) {
          parser.push(piece);
          pushed += piece;
          // A whole tag is taken out of the text.
          if (/<\/?tool_call>/.test(pushed)) return;
          const held = pushed.slice(said.length);
          expect(pushed.startsWith(said)).toBe(true);
          expect(held).toMatch(/^[ \n\r\t]{0,64}(?:<[a-z_/]{0,13})?$/);
        }
      }),
    );
  });

  it('gives white space up when there is more of it than stands beside a tag', () => {
    verifies('models.prompt.bounded');
    const events: DialectEvent[] = [];
    const parser = hermes.createParser({ tools: [] }, (event) => events.push(event));
    parser.push(`a${' '.repeat(1000)}`);
    expect(events.map((event) => ('text' in event ? event.text.length : 0)).reduce((a, b) => a + b)).toBe(1 + 936);
    parser.end();
    expect(readMessage(hermes, [`a${'\n'.repeat(500)}`, '\n'.repeat(500), 'b']).text).toBe(`a${'\n'.repeat(1000)}b`);
  });

  it('gives up on a tag that no object follows', () => {
    verifies('models.prompt.bounded');
    const parser = hermes.createParser({ tools: [] }, () => {});
    parser.push(`<tool_call>${'\n'.repeat(128)}`);
    expect(parser.inCall).toBe(true);
    parser.push('\n');
    expect(parser.inCall).toBe(false);
  });
});

describe('limits', () => {
  const long = (length: number) => {
    const empty = '{"name":"write","arguments":{"text":""}}';
    return empty.replace('""', `"${'x'.repeat(length - empty.length)}"`);
  };

  it('reads a call up to 1 MB, and rejects a longer one', () => {
    verifies('models.prompt.bounded');
    const fits = readMessage(hermes, ['<tool_call>', long(maxCallLength), '</tool_call>']);
    expect(fits.calls.map(({ arguments: text }) => text.length)).toEqual([maxCallLength - 29]);
    for (const message of [`${long(maxCallLength + 1)}</tool_call>`, long(4 * maxCallLength)]) {
      const { calls, problems } = readMessage(hermes, ['<tool_call>', message]);
      expect({ calls, problems }).toEqual({
        calls: [],
        problems: [{ code: 'call-rejected', message: expect.stringContaining('longer than 1 MB') }],
      });
    }
  });

  it('runs nothing of a message with too many calls', () => {
    verifies('models.prompt.bounded');
    const call = '<tool_call>{"name":"a","arguments":{}}</tool_call>';
    expect(readMessage(hermes, [call.repeat(maxCalls)]).calls).toHaveLength(maxCalls);
    expect(readMessage(hermes, [call.repeat(maxCalls + 1), 'text'])).toEqual({
      text: '',
      reasoning: '',
      calls: [],
      problems: [{ code: 'call-rejected', message: expect.stringContaining('512 calls at most') }],
    });
  });

  it('reads JSON as deep as it comes without a stack to overflow', () => {
    verifies('models.prompt.bounded');
    const deep = `{"name":"a","arguments":{"x":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`;
    expect(readMessage(hermes, [`<tool_call>${deep}</tool_call>`])).toMatchObject({
      calls: [],
      problems: [{ code: 'call-rejected', message: expect.stringContaining('nested deeper') }],
    });
  });

  /** Two megabytes of each, a character at a time: anything quadratic would take minutes. */
  const floods: Readonly<Record<string, string>> = {
    'less-than signs': '<',
    'tags that are none': '<tool_cal',
    'opening tags': '<tool_call>',
    'opening tags and white space': '<tool_call>\n\n\n',
    'closing tags': '</tool_call>\n',
    reasoning: '<think>x</think>\n',
    'unclosed reasoning': '<think>\n',
    backticks: '`',
    fences: '```\n<tool_call>{}\n',
    spaces: ' ',
    'escaped quotes': '<tool_call>{"name":"a","arguments":{"x":"\\"\\\\',
    'rejected calls': '<tool_call>{"name":1}</tool_call>',
    'long numbers': `<tool_call>{"name":"a","arguments":{"x":[${'12345678901234567890,'.repeat(2000)}1]}}</tool_call>`,
    'arguments before the name': `<tool_call>{"arguments":{"x":[${'1,'.repeat(20_000)}1]},"name":"a"}</tool_call>`,
    'calls in one list': `<tool_call>[${'{"name":"a","arguments":{}},'.repeat(600)}`,
    'bare line breaks': `<tool_call>{"name":"a","arguments":{"x":"${'\n'.repeat(50_000)}"}}</tool_call>`,
  };
  for (const [name, piece] of Object.entries(floods)) {
    it(`takes linear time: ${name}`, () => {
      verifies('models.prompt.bounded');
      const text = piece.repeat(Math.ceil(2_000_000 / piece.length));
      const started = performance.now();
      readMessage(hermes, text);
      expect(performance.now() - started).toBeLessThan(20_000);
    });
  }
});
