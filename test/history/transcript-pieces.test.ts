import { expect, it } from 'vitest';
import { transcriptPieces } from '../../src/history/transcript-pieces.js';
import { textTokens } from '../../src/model/estimate-tokens.js';
import type { Message } from '../../src/model/message.js';

const user = (text: string): Message => ({ role: 'user', text });

it('writes each message as lines of JSON: what was said, called and answered', () => {
  const messages: Message[] = [
    user('Look at "a".'),
    { role: 'assistant', text: 'I look.', calls: [{ id: 'c', name: 'read_file', arguments: '{"path":"a"}' }] },
    { role: 'tool', callId: 'c', name: 'read_file', text: 'no such file', isError: true },
    { role: 'assistant', text: '', calls: [{ id: 'd', name: 'list', arguments: '{}' }] },
    { role: 'tool', callId: 'd', name: 'list', text: 'b', isError: false },
  ];
  expect(transcriptPieces(messages, 1000)).toEqual([
    [
      '{"user":"Look at \\"a\\"."}',
      '{"assistant":"I look."}',
      '{"call":"read_file","arguments":"{\\"path\\":\\"a\\"}"}',
      '{"result":"read_file","ok":false,"text":"no such file"}',
      '{"call":"list","arguments":"{}"}',
      '{"result":"list","ok":true,"text":"b"}',
    ].join('\n'),
  ]);
  expect(transcriptPieces([], 1000)).toEqual([]);
});

it('shortens what is long in the middle, arguments more than texts', () => {
  const call = { id: 'c', name: 'write', arguments: `"${'a'.repeat(5000)}"` };
  const [piece = ''] = transcriptPieces([{ role: 'assistant', text: 't'.repeat(5000), calls: [call] }], 4000);
  const [said = '', called = ''] = piece.split('\n');
  expect(said).toMatch(/^\{"assistant":"t+ \[… \d+ characters …\] t+"\}$/);
  expect(called).toMatch(/^\{"call":"write","arguments":"\\"a+ \[… \d+ characters …\] a+\\""\}$/);
  expect([said.length > 2000, said.length <= 2420]).toEqual([true, true]);
  expect([called.length > 600, called.length <= 850]).toEqual([true, true]);
});

it('fills pieces up to their size, keeps the last eight and says how many went before', () => {
  const messages = Array.from({ length: 100 }, (_, at) => user(`message ${at} ${'word '.repeat(20)}`));
  const pieces = transcriptPieces(messages, 100);
  expect(pieces).toHaveLength(8);
  const lines = pieces.flatMap((piece) => piece.split('\n'));
  const before = lines.shift();
  expect(lines.map((line) => Number(/message (\d+)/.exec(line)?.[1]))).toEqual(
    Array.from({ length: lines.length }, (_, at) => 100 - lines.length + at),
  );
  const [full = ''] = pieces.slice(1);
  const perPiece = full.split('\n').length;
  expect(textTokens(full)).toBeLessThanOrEqual(100);
  expect(textTokens(`${full}\n${lines.at(-1)}`)).toBeGreaterThan(90);
  expect(before).toBe(`(${Math.ceil(100 / perPiece) - 8} parts before this left out)`);
  expect(transcriptPieces(messages.slice(0, perPiece * 8), 100)[0]).not.toContain('left out');
  expect(transcriptPieces(messages.slice(0, perPiece * 8 + 1), 100)[0]).toContain('(1 part before this left out)\n');
});
