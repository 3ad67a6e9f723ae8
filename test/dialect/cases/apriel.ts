import type { DialectCases } from '../case.js';

const call = '<tool_calls>[{"name": "add_numbers", "arguments": {"numbers": [1, 2]}}]</tool_calls>';
const made = 'add_numbers {"numbers": [1, 2]}';

export const apriel: DialectCases = {
  dialect: 'apriel',
  written: {
    'thoughts, then a call': {
      message: `They want a sum.\nI use the tool.\n[BEGIN FINAL RESPONSE]\n${call}`,
      reasoning: 'They want a sum.\nI use the tool.',
      calls: [made],
    },
    'thoughts, text, a call and its ends': {
      message: `A sum.\n\n[BEGIN FINAL RESPONSE]\nI add them.\n${call}\n[END FINAL RESPONSE]\n<|end|>`,
      reasoning: 'A sum.',
      text: 'I add them.',
      calls: [made],
    },
    'thoughts and an answer': {
      message: '1 + 2 is 3.\n[BEGIN FINAL RESPONSE]\nIt is **3**.\n[END FINAL RESPONSE]',
      reasoning: '1 + 2 is 3.',
      text: 'It is **3**.',
    },
    'the words the prompt begins with': {
      message: `Here are my reasoning steps:\nA sum.\n[BEGIN FINAL RESPONSE]\nI add them.\n${call}`,
      reasoning: 'A sum.',
      text: 'I add them.',
      calls: [made],
    },
    'thoughts that were told to be open': {
      message: `A sum.\n[BEGIN FINAL RESPONSE]\n${call}`,
      thinking: 'open',
      reasoning: 'A sum.',
      calls: [made],
    },
    'no thoughts': { message: `\n${call}\n<|end|>`, calls: [made] },
    'thoughts in tags': {
      message: `<thinking>A sum.</thinking>\n${call}`,
      reasoning: 'A sum.',
      calls: [made],
    },
    'two calls with ids': {
      message:
        'x\n[BEGIN FINAL RESPONSE]\n<tool_calls>[{"name": "show", "arguments": {}, "id": "a1"}, {"name": "show", "arguments": {"n": 2}, "id": "a2"}]</tool_calls>',
      reasoning: 'x',
      calls: ['a1 show {}', 'a2 show {"n": 2}'],
    },
    'the words of its answer in a string': {
      message: '<tool_calls>[{"name": "note", "arguments": {"t": "[BEGIN FINAL RESPONSE]"}}]</tool_calls>',
      calls: ['note {"t": "[BEGIN FINAL RESPONSE]"}'],
    },
  },
  repaired: {
    'a YAML list': {
      message:
        'So.\n[BEGIN FINAL RESPONSE]\n<tool_calls>\n- name: count\n  arguments:\n    to: 2\n- name: now\n</tool_calls>',
      reasoning: 'So.',
      calls: ['count {"to":2}', 'now {}'],
    },
    'no closing tag before the end of the answer': {
      message: 'x\n[BEGIN FINAL RESPONSE]\n<tool_calls>[{"name": "show", "arguments": {}}]\n[END FINAL RESPONSE]',
      reasoning: 'x',
      calls: ['show {}'],
      problems: ['call-repaired: </tool_calls> was missing before [END FINAL RESPONSE]'],
    },
    'thoughts that a call ends': {
      message: `Here are my reasoning steps:\nA sum.\n${call}`,
      reasoning: 'A sum.',
      calls: [made],
    },
  },
  notRun: {
    'a draft in the thoughts': {
      message: `I could write\n${call}\nbut no.\n[BEGIN FINAL RESPONSE]\nIt is 3.`,
      reasoning: 'I could write\nbut no.',
      text: 'It is 3.',
      problems: ['call-rejected: before [BEGIN FINAL RESPONSE]'],
    },
    'words that no answer follows': {
      message: 'Here are my reasoning steps:\n1. Add.\n2. Check.',
      text: 'Here are my reasoning steps:\n1. Add.\n2. Check.',
    },
    'cut short': {
      message: 'x\n[BEGIN FINAL RESPONSE]\n<tool_calls>[{"name": "add_numbers", "arguments": {"numbers": [1',
      reasoning: 'x',
      text: '<tool_calls>[{"name": "add_numbers", "arguments": {"numbers": [1',
      problems: ['call-rejected: ended in the middle'],
    },
    'the mark in inline code': {
      message: 'It writes `[BEGIN FINAL RESPONSE]` first.',
      text: 'It writes `[BEGIN FINAL RESPONSE]` first.',
    },
  },
};
