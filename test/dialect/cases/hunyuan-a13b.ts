import type { DialectCases } from '../case.js';

const call = '<tool_calls>[{"name": "next_tide", "arguments": {"port": "Brest"}}]</tool_calls>';
const made = 'next_tide {"port": "Brest"}';
const tools = [{ name: 'next_tide', parameters: { type: 'object', properties: { port: { type: 'string' } } } }];

export const hunyuanA13b: DialectCases = {
  dialect: 'hunyuan_a13b',
  written: {
    'reasoning and a call in the answer': {
      message: `<think>\nA tide.\n</think>\n<answer>\n${call}</answer>`,
      reasoning: 'A tide.',
      calls: [made],
    },
    'an answer': {
      message: '<think>\nA tide.\n</think>\n<answer>\nAt **noon**.\n\nBye.\n</answer>',
      reasoning: 'A tide.',
      text: 'At **noon**.\n\nBye.',
    },
    'text and a call in the answer': {
      message: `<think>\n\n</think>\n<answer>\nI look.\n${call}\n</answer>`,
      text: 'I look.',
      calls: [made],
    },
    'a call without any wrapper': { message: call, calls: [made] },
    'an answer without reasoning': { message: '<answer>\nNoon.\n</answer>', text: 'Noon.' },
    'two calls': {
      message:
        '<tool_calls>[{"name": "a", "arguments": {"x": {"y": {"z": 1}}}}, {"name": "b", "arguments": {}}]</tool_calls>',
      calls: ['a {"x": {"y": {"z": 1}}}', 'b {}'],
    },
    'a draft in the reasoning, then the call': {
      message: `<think>\nI write <tool_calls>[{"name": "x", "arguments": {}}]</tool_calls>\n</think>\n<answer>\n${call}</answer>`,
      reasoning: 'I write <tool_calls>[{"name": "x", "arguments": {}}]</tool_calls>',
      calls: [made],
      problems: ['call-ignored'],
    },
    'wrappers in a string': {
      message:
        '<answer>\n<tool_calls>[{"name": "a", "arguments": {"t": "</answer></tool_calls>"}}]</tool_calls>\n</answer>',
      calls: ['a {"t": "</answer></tool_calls>"}'],
    },
    // It stands at the start and names a tool, which `auto` knows as JSON without any mark.
    'a bare list': {
      message: '[{"name": "next_tide", "arguments": {"port": "Brest"}}]',
      tools,
      calls: [made],
      auto: 'other',
    },
  },
  repaired: {
    // `auto` reports the text, which Jamba does not write.
    'arguments as a text': {
      message: '<tool_calls>[{"name": "next_tide", "arguments": "{\\"port\\": \\"Brest\\"}"}]</tool_calls>',
      calls: [made],
      auto: 'other',
    },
    'a block that is no JSON before the good one': {
      message: `<tool_calls>none</tool_calls>\n${call}`,
      text: '<tool_calls>none</tool_calls>',
      calls: [made],
    },
    'an element without a name': {
      message: '<tool_calls>[{"arguments": {}}, {"name": "b", "arguments": {}}]</tool_calls>',
      text: '{"arguments": {}}',
      calls: ['b {}'],
      problems: ['call-rejected: it has no "name"'],
    },
    'the closing tag left out in the answer': {
      message: '<answer>\n<tool_calls>[{"name": "b", "arguments": {}}]\n</answer>',
      calls: ['b {}'],
      problems: ['call-repaired: </tool_calls> was missing before </answer>'],
    },
  },
  notRun: {
    'only a draft': {
      message: `<think>\n${call}\n</think>\n<answer>\nAt noon.\n</answer>`,
      reasoning: call,
      text: 'At noon.',
      problems: ['call-ignored'],
    },
    'quoted in the answer': {
      message: `<answer>\nWrite\n\`\`\`\n${call}\n\`\`\`\nfor it.\n</answer>`,
      text: `Write\n\`\`\`\n${call}\n\`\`\`\nfor it.`,
      problems: ['call-ignored'],
    },
    'a bare list that names no tool': {
      message: '[{"name": "Ann", "age": 3}]',
      tools,
      text: '[{"name": "Ann", "age": 3}]',
    },
    'cut short': {
      message: '<answer>\n<tool_calls>[{"name": "next_tide", "arguments": {"po',
      text: '<tool_calls>[{"name": "next_tide", "arguments": {"po',
      problems: ['call-rejected: ended in the middle'],
    },
  },
};
