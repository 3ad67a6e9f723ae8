import { describe, expect, it } from 'vitest';
import { readClient } from '../../src/mcp-server/client.js';
import { answerOf, questionForm } from '../../src/mcp-server/question-form.js';
import type { Question } from '../../src/run/question.js';
import { verifies } from '../requirements.js';

const approval = {
  kind: 'approval',
  id: 'q',
  callId: 'c',
  tool: 'run_command',
  offers: [{ rules: ['exec(npm test)'], breadth: 'exact', also: [], examples: [] }],
} as unknown as Question;
const input = (over: object): Question => ({
  kind: 'input',
  id: 'q',
  callId: 'c',
  tool: 't',
  text: '?',
  options: [],
  ...over,
});

describe('an approval', () => {
  it('offers once, the session and no, and nothing that lasts longer', () => {
    verifies('mcp-server.ask.clear-yes');
    const { requestedSchema } = questionForm(approval, 'May it?');
    expect(requestedSchema.properties['answer']).toMatchObject({
      enum: ['allow once', 'allow in this session: exec(npm test)', 'deny'],
    });
    expect(requestedSchema.required).toEqual(['answer']);
  });

  it.each([
    undefined,
    null,
    'accept',
    {},
    { action: 'accept' },
    { action: 'accept', content: null },
    { action: 'accept', content: 'allow once' },
    { action: 'accept', content: {} },
    { action: 'accept', content: { answer: 'ALLOW ONCE' } },
    { action: 'accept', content: { answer: ['allow once'] } },
    { action: 'accept', content: { answer: true } },
    { action: 'accept', content: { answer: 'allow in this session: exec(rm)' } },
    { action: 'decline', content: { answer: 'allow once' } },
    { action: 'cancel' },
  ])('takes %j for a no', (response) => {
    verifies('mcp-server.ask.clear-yes');
    expect(answerOf(approval, response).choice).toBe('deny');
  });

  it('takes what was offered', () => {
    verifies('mcp-server.ask.elicited');
    const accepted = (answer: string) => answerOf(approval, { action: 'accept', content: { answer } });
    expect(accepted('allow once')).toEqual({ choice: 'once' });
    expect(accepted('allow in this session: exec(npm test)')).toEqual({ choice: 'session', rules: ['exec(npm test)'] });
  });

  it('never hides the end of what it asks about', () => {
    verifies('mcp-server.ask.elicited');
    const { message } = questionForm(approval, `begin ${'x'.repeat(100_000)} end`);
    expect(message.length).toBeLessThan(33_000);
    expect(message).toMatch(/^begin x+\n\[… \d+ characters are left out here: a yes is for them too …\]\nx+ end$/);
  });
});

describe('a question of a tool', () => {
  it('has its choices, and room for something else', () => {
    verifies('mcp-server.ask.input');
    const asks = input({ options: ['left', 'right'] });
    expect(questionForm(asks, '?').requestedSchema.properties).toMatchObject({
      answer: { enum: ['left', 'right'] },
      other: { type: 'string' },
    });
    const said = (content: object) => answerOf(asks, { action: 'accept', content });
    expect(said({ answer: 'left' })).toEqual({ choice: 'text', text: 'left' });
    expect(said({ answer: 'left', other: 'neither' })).toEqual({ choice: 'text', text: 'neither' });
    expect(said({ answer: ' ' })).toMatchObject({ choice: 'deny' });
  });

  it('takes several answers where it says so', () => {
    verifies('mcp-server.ask.input');
    const asks = input({ options: ['a', 'b'], several: true });
    expect(questionForm(asks, '?').requestedSchema.required).toEqual(['answer']);
    expect(answerOf(asks, { action: 'accept', content: { answer: 'a, b,' } })).toEqual({
      choice: 'several',
      texts: ['a', 'b'],
    });
  });
});

it('reads whatever a client says of itself', () => {
  verifies('mcp-server.client.named', 'mcp-server.ask.nobody');
  expect(readClient({ name: 'claude-code', version: '2.1.0' }, { elicitation: {} })).toEqual({
    name: 'claude-code 2.1.0',
    elicits: true,
    samples: false,
  });
  expect(readClient({}, { sampling: {} }).samples).toBe(true);
  const names = [undefined, null, 'x', {}, { name: 5 }, { name: '\u001b\n\u202e' }].map((info) =>
    readClient(info, null),
  );
  for (const client of names) expect(client).toEqual({ name: 'unnamed', elicits: false, samples: false });
  expect(readClient({ name: `a\u0007${'b'.repeat(500)}` }, {}).name.length).toBeLessThanOrEqual(60);
  expect(readClient({}, { elicitation: { url: {} } }).elicits).toBe(false);
  expect(readClient({}, { elicitation: { form: {}, url: {} } }).elicits).toBe(true);
});
