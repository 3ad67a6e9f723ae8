import { describe, expect, it } from 'vitest';
import { auto } from '../../src/dialect/auto.js';
import { verifies } from '../requirements.js';
import { inPieces, readMessage } from './read-message.js';

const tools = [{ name: 'tide', parameters: { type: 'object', properties: { port: { type: 'string' } } } }];
const call = '<tool_call>\n{"name": "tide", "arguments": {"port": "Brest"}}\n</tool_call>';

const read = (message: string, options: object = {}) => {
  const whole = readMessage(auto, [message], { tools, ...options });
  for (const size of [1, 3]) expect(readMessage(auto, inPieces(message, size), { tools, ...options })).toEqual(whole);
  return { text: whole.text.trim(), reasoning: whole.reasoning.trim(), calls: whole.calls.map(({ name }) => name) };
};

describe('reasoning', () => {
  it.each([
    ['<think>Hm.</think>\n\nHigh at nine.'],
    ['<thinking>Hm.</thinking>\nHigh at nine.'],
    ['[THINK]Hm.[/THINK]High at nine.'],
    ['<seed:think>Hm.</seed:think>High at nine.'],
    ['<mm:think>Hm.</mm:think>High at nine.'],
    ['<|START_THINKING|>Hm.<|END_THINKING|><|START_TEXT|>High at nine.<|END_TEXT|>'],
    ['<|inner_prefix|>Hm.<|inner_suffix|>High at nine.'],
    ['<|channel>thought\nHm.<channel|>High at nine.'],
    ['<|thought_start|>\nHm.\n<|thought_end|>\nHigh at nine.'],
    ['<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>High at nine.<|return|>'],
    ['<|open|>think<|sep|>Hm.<|close|>think<|sep|><|open|>response<|sep|>High at nine.<|close|>response<|sep|>'],
    [
      '<|message_model|><|content_thinking|>Hm.<|end_message|><|message_model|><|content_text|>High at nine.<|end_message|>',
    ],
    ['Here is my thought process:\nHm.\nHere is my response:\nHigh at nine.'],
  ])('is told apart: %j', (message) => {
    verifies('dialects.reasoning.apart');
    expect(read(message)).toEqual({ text: 'High at nine.', reasoning: 'Hm.', calls: [] });
  });

  it.each(['</think>', '</thinking>', '[/THINK]', '</seed:think>', '</mm:think>', '<|END_THINKING|>'])(
    'that the prompt opened ends with %s',
    (close) => {
      verifies('dialects.reasoning.prefilled');
      expect(read(`Hm.\n${close}\nHigh at nine.`)).toEqual({ text: 'High at nine.', reasoning: 'Hm.', calls: [] });
      expect(read(`Hm.\n${close}\n${call}`, { thinking: 'open' })).toEqual({
        text: '',
        reasoning: 'Hm.',
        calls: ['tide'],
      });
    },
  );

  it('holds no calls, unless it is never closed: then it ends where one begins', () => {
    verifies('dialects.reasoning.drafts', 'dialects.reasoning.forgotten');
    expect(read(`<think>Perhaps ${call}</think>No.`)).toMatchObject({ text: 'No.', calls: [] });
    expect(read(`<think>Hm.\n${call}`)).toEqual({ text: '', reasoning: 'Hm.', calls: ['tide'] });
    expect(read(`<think>Hm.\n${call}\n${call}`).calls).toEqual(['tide', 'tide']);
    const draft = '<tool_calls>[{"name": "tide", "arguments": {}}]</tool_calls>';
    expect(read(`<think>Hm.\n${draft}`).calls).toEqual([]);
  });
});

describe('calls whose special tokens were left out', () => {
  it.each([
    ['functions.tide:0{"port": "Brest"}'],
    ['tide{"port": "Brest"}'],
    ['tide[ARGS]{"port": "Brest"}'],
    ['functiontide\n```json\n{"port": "Brest"}\n```'],
    ['[tide(port="Brest")]'],
    ['[{"name": "tide", "arguments": {"port": "Brest"}}]'],
    ['[{"tide": {"port": "Brest"}}]'],
    ['[{"tool_call_id": "0", "tool_name": "tide", "parameters": {"port": "Brest"}}]'],
    ['assistantcommentary to=functions.tide json{"port": "Brest"}'],
    ['{"name": "tide", "args": {"port": "Brest"}}'],
  ])('are known by the name of the tool: %j', (message) => {
    verifies('dialects.each.lost-tokens');
    expect(read(message)).toMatchObject({ text: '', calls: ['tide'] });
    expect(readMessage(auto, [message], { tools: [{ name: 'other' }] }).calls).toEqual([]);
  });
});
