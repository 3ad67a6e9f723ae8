import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMessage } from '../../src/dialect/read-message.js';
import { verifies } from '../requirements.js';

const call = '<tool_call>\n{"name": "read", "arguments": {"path": "a.md"}}\n</tool_call>';
const inline = call.replaceAll('\n', '');
const read = (text: string, chunk: number) => readMessage(text, { dialect: 'astra', inCode: true, chunk });

it.each([
  ['a fence', `\`\`\`xml\n${call}\n\`\`\``, ''],
  ['a fence between words', `Look:\n\`\`\`xml\n${call}\n\`\`\`\nMore.`, 'Look:\nMore.'],
  ['a fence that is never closed', `\`\`\`xml\n${call}`, ''],
  ['a fence around two calls', `~~~\n${call}\n\n${call}\n~~~`, ''],
  ['backticks', `Look:\n\`${inline}\` ok`, 'Look: ok'],
  ['a fence that opens in a line', `Look: \`\`\`xml\n${call}\n\`\`\``, 'Look:'],
  ['nothing, between two blocks', `\`\`\`\na\n\`\`\`\n${call}\n\`\`\`\nb\n\`\`\``, '```\na\n```\n```\nb\n```'],
  ['words in the fence, too', `\`\`\`\n${call}\nafter\n\`\`\``, '```\n\nafter\n```'],
  ['words in the fence before it', `\`\`\`\nbefore\n${call}\n\`\`\``, '```\nbefore\n```'],
  ['two fences', `\`\`\`\n${call}\n\`\`\`\nand\n\`\`\`\n${call}\n\`\`\``, '\nand'],
])('a call leaves no empty marks behind: %s', (_, message, text) => {
  verifies('astra.syntax.in-fence');
  for (const chunk of [1, 2, 5, 17, message.length])
    expect([read(message, chunk).text.trimEnd(), read(message, chunk).calls.length]).toEqual([text, 1]);
});

it('is not slowed down by marks and white space without end', () => {
  for (const piece of ['`', '~', ' ', '\n', '```\n'])
    for (const message of [`\`\`\`\n${piece.repeat(200_000)}`, `\`\`\`\n${call}\n${piece.repeat(200_000)}x`]) {
      const began = performance.now();
      read(message, 100);
      expect(performance.now() - began).toBeLessThan(2000);
    }
});

it('changes no text without a call, however it comes', () => {
  const piece = fc.constantFrom('```', '``', '`', '~~~', '~', '\n', ' ', 'js', 'word', '<tool_call>{"name":', '> ');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), fc.integer({ min: 1, max: 9 }), (pieces, chunk) => {
      const message = pieces.join('');
      expect(read(message, chunk).text).toBe(readMessage(message, { dialect: 'astra' }).text);
    }),
    { numRuns: 300 },
  );
});
