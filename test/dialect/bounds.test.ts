import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allDialects } from '../../src/dialect/all-dialects.js';
import { auto } from '../../src/dialect/auto.js';
import {
  type Dialect,
  type DialectEvent,
  maxCallLength,
  maxCalls,
  type ParserTool,
} from '../../src/dialect/dialect.js';
import { hermes } from '../../src/dialect/format/hermes.js';
import { verifies } from '../requirements.js';
import { shareOf, timesOf } from '../support/depth.js';
import { inPieces, readMessage } from './read-message.js';
import { countWork } from './work.js';

const only = process.env['DIALECT']?.split(',');
const dialects: readonly Dialect[] = [auto, ...allDialects].filter(
  ({ name }) => only === undefined || only.includes(name),
);

describe('hold-back', () => {
  const { openers, thoughts = [], dropped = [], strays = [], results = [] } = hermes.grammar;
  const tags = [
    ...openers.map(({ text }) => String(text)),
    ...thoughts.flatMap(({ open = '', close }) => [open, close]),
    ...dropped,
    ...strays,
    ...results,
  ].filter((tag) => tag.length > 1);
  const beginsTag = (text: string): boolean => tags.some((tag) => tag.length > text.length && tag.startsWith(text));
  const parts = ['<', '</', '<tool', '</tool_call', '<thin', '[', '[e', 'word', '`', '```', '~~~', '>', ' ', '\n'];
  const object = ['{', '"', 'name', '"name"', ':', '"re', 'ad"', '{"name": "', '}'];
  const texts = fc.array(fc.oneof(fc.constantFrom(...parts, ...object), fc.string()), { maxLength: 30 });

  /** Reads texts piece by piece, and checks what is held back behind each of them, the white space before it left out. */
  function checkHeld(tools: readonly ParserTool[], isAllowed: (held: string) => boolean): void {
    const property = fc.property(texts, (pieces) => {
      let pushed = '';
      let said = '';
      const parser = hermes.createParser({ tools }, (event) => {
        if (event.type === 'text') said += event.text;
      });
      for (const piece of pieces) {
        parser.push(piece);
        pushed += piece;
        // A whole tag is taken out of the text.
        if (parser.inCall || tags.some((tag) => pushed.includes(tag))) return;
        expect(pushed.startsWith(said)).toBe(true);
        const held = pushed.slice(said.length).replace(/^[ \n\r\t]{0,64}/, '');
        if (held !== '') expect(held).toSatisfy(isAllowed);
      }
    });
    fc.assert(property, { numRuns: timesOf({ test: 200, deep: 5_000 }) });
  }

  it('keeps outside of a call only what may begin a tag, and the white space before it', () => {
    verifies('models.prompt.bounded', 'design.dialect.hold-back');
    // A single character is told by the next one.
    checkHeld([], (held) => held === '{' || beginsTag(held));
  });

  it('keeps the start of an object only while it may name a tool that was offered', () => {
    verifies('models.prompt.bounded', 'design.dialect.hold-back');
    const named = /^\{\s*("(n(a(m(e("\s*(:\s*("(r(e(a(d)?)?)?)?)?)?)?)?)?)?)?)?$/;
    checkHeld([{ name: 'read' }], (held) => named.test(held) || beginsTag(held));
  });

  it('lets prose through in every dialect', () => {
    verifies('design.dialect.hold-back', 'dialects.auto.not-mistaken');
    const prose = 'The quick brown fox, (see 3.5) said: "no" - and it\'s so; a < b > c [1] {x} = 2/3. ';
    const tools = [{ name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } }];
    for (const dialect of dialects) {
      let pushed = 0;
      let said = 0;
      const parser = dialect.createParser({ tools }, (event) => {
        if (event.type === 'text') said += event.text.length;
      });
      for (const piece of inPieces(prose.repeat(20), 7)) {
        parser.push(piece);
        pushed += piece.length;
        expect(pushed - said, dialect.name).toBeLessThan(340);
      }
      parser.end();
      expect(said, dialect.name).toBe(pushed);
    }
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
    let said = '';
    const parser = hermes.createParser({ tools: [] }, (event) => {
      if (event.type === 'text') said += event.text;
    });
    parser.push(`<tool_call>${'\n'.repeat(255)}`);
    expect(said).toBe('');
    parser.push('\n');
    expect(said).toContain('<tool_call>');
    expect(parser.inCall).toBe(false);
  });
});

describe('limits', () => {
  const long = (length: number) => {
    const empty = '{"name":"write","arguments":{"text":""}}';
    return empty.replace('""', `"${'x'.repeat(length - empty.length)}"`);
  };

  it('reads a call up to the limit, and rejects a longer one', () => {
    verifies('models.prompt.bounded', 'design.dialect.hold-back-inside');
    const fits = readMessage(hermes, ['<tool_call>', long(maxCallLength), '</tool_call>']);
    expect(fits.calls.map(({ arguments: text }) => text.length)).toEqual([maxCallLength - 29]);
    for (const message of [`${long(maxCallLength + 1)}</tool_call>`, long(4 * maxCallLength)]) {
      for (const pieces of [['<tool_call>', message], inPieces(`<tool_call>${message}`, 65_536)]) {
        const { calls, problems } = readMessage(hermes, pieces);
        expect({ calls, problems }).toMatchObject({
          calls: [],
          problems: [
            {
              code: 'call-rejected',
              message: expect.stringContaining(`longer than ${maxCallLength / 1024 / 1024} MB`),
            },
          ],
        });
      }
    }
  });

  it('makes no call longer than the limit in any dialect', { timeout: 60_000 }, () => {
    verifies('design.dialect.hold-back-inside');
    for (const dialect of dialects) {
      const { sample } = dialect;
      const cut = Math.floor(sample.length * 0.8);
      const message = sample.slice(0, cut) + 'x'.repeat(maxCallLength + 4096) + sample.slice(cut);
      for (const { arguments: text } of readMessage(dialect, inPieces(message, 65_536)).calls) {
        // What a format puts around a bare text comes on top.
        expect(text.length, dialect.name).toBeLessThanOrEqual(maxCallLength + 64);
      }
    }
  });

  it('runs nothing of a message with too many calls', () => {
    verifies('models.prompt.bounded');
    const call = '<tool_call>{"name":"a","arguments":{}}</tool_call>';
    expect(readMessage(hermes, [call.repeat(maxCalls)]).calls).toHaveLength(maxCalls);
    expect(readMessage(hermes, [call.repeat(maxCalls + 1), 'text'])).toMatchObject({
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

  it('reads reasoning that begins again and again without a stack to overflow', () => {
    verifies('models.prompt.bounded', 'dialects.reasoning.forgotten');
    const again = '<think>\n<tool_call>{"name":"a","arguments":{}}</tool_call>\n';
    expect(readMessage(hermes, [again.repeat(20_000)]).calls).toEqual([{ name: 'a', arguments: '{}' }]);
  });
});

describe('linear time', () => {
  const common: Readonly<Record<string, string>> = {
    'less-than signs': '<',
    backticks: '`',
    fences: '```\n<tool_call>{}\n',
    spaces: ' ',
    braces: '{',
    brackets: '[',
    quotes: '"',
    'line breaks': '\n',
    reasoning: '<think>x</think>\n',
    'unclosed reasoning': '<think>\n',
    'unclosed reasoning and calls': '<think>\n<tool_call>{"name":"a","arguments":{}}</tool_call>\n',
    'escaped quotes': '<tool_call>{"name":"a","arguments":{"x":"\\"\\\\',
    'rejected calls': '<tool_call>{"name":1}</tool_call>',
    'calls with quotes in strings': '<tool_call>{"name":"a","arguments":{"x":"say "hi" now"}}</tool_call>',
    'broken calls': '<tool_call>{"name":"a","arguments":{"x":"say "}</tool_call>',
    'long numbers': '<tool_call>{"name":"a","arguments":{"x":[12345678901234567890,12345678901234567890]}}</tool_call>',
    'a list that goes on': '[{"name":"a","arguments":{}},',
    'single quotes': "{'a': 'b', ",
  };

  for (const dialect of shareOf(dialects, 16)) {
    it(`${dialect.name} does twice the work for twice the text`, { timeout: 120_000 }, () => {
      verifies('models.prompt.bounded', 'design.dialect.linear-time');
      const { sample } = dialect;
      const own = {
        sample,
        'the start of the sample': sample.slice(0, Math.ceil(sample.length * 0.3)),
        'half the sample': sample.slice(0, Math.ceil(sample.length * 0.55)),
        'most of the sample': sample.slice(0, Math.ceil(sample.length * 0.85)),
      };
      for (const [name, piece] of Object.entries({ ...common, ...own })) {
        for (const size of [1, 64]) {
          const work = (length: number): number => {
            const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
            return countWork(() => readMessage(dialect, inPieces(text, size)));
          };
          const [once, twice] = [work(4_000), work(8_000)];
          expect(twice / once, `${name} in pieces of ${size}: ${once}, then ${twice}`).toBeLessThan(2.6);
        }
      }
    });
  }
});
