import type { DialectCases } from '../case.js';

const tools = [
  { name: 'seek', parameters: { type: 'object', properties: { t: { type: 'number' } }, required: ['t'] } },
  { name: 'pause', parameters: { type: 'object', properties: {} } },
];
const list = '[{"name": "seek", "arguments": {"t": 12}}, {"name": "pause", "arguments": {}}]';
const calls = ['seek {"t": 12}', 'pause {}'];

export const xlamCases: DialectCases = {
  dialect: 'xlam',
  written: {
    'the end of the turn behind it': { tools, message: `${list}<|im_end|>`, calls },
    'a list alone': { tools, message: list, calls },
    'in a fence': { tools, message: `\`\`\`json\n${list}\n\`\`\``, calls },
    'in a fence without a word': { tools, message: `\`\`\`\n${list}\n\`\`\`\n`, calls },
    'behind reasoning': { tools, message: `<think>Hm.</think>\n${list}`, reasoning: 'Hm.', calls },
    'behind reasoning that the prompt opened': { tools, message: `Hm.</think>${list}`, reasoning: 'Hm.', calls },
    'behind [TOOL_CALLS]': { tools, message: `[TOOL_CALLS]${list}`, calls },
    'text before the fence': { tools, message: `I do both.\n\`\`\`json\n${list}\n\`\`\``, text: 'I do both.', calls },
    'a fence in a string': {
      tools,
      message: '```json\n[{"name": "seek", "arguments": {"t": 1, "note": "```\\n```json"}}]\n```',
      calls: ['seek {"t": 1, "note": "```\\n```json"}'],
    },
  },
  repaired: {
    'in <tool_call>': {
      tools,
      message: `<tool_call>${list}</tool_call>`,
      calls,
      problems: ['call-repaired: a list'],
      auto: 'other',
    },
    'an element that is no call': {
      tools,
      message: '[{"name": "seek", "arguments": {"t": 12}}, "and then"]',
      calls: ['seek {"t": 12}'],
      problems: ['call-rejected: it is no call'],
      auto: 'not',
    },
    'arguments as text': {
      tools,
      message: '[{"name": "seek", "arguments": "{\\"t\\": 12}"}]',
      calls: ['seek {"t": 12}'],
      problems: ['call-repaired: a JSON text'],
    },
    'a fence that is not closed': {
      tools,
      message: `\`\`\`json\n${list}\n`,
      calls,
      problems: ['call-repaired: never closed'],
    },
    'text behind the fence': {
      tools,
      message: `\`\`\`json\n${list}\n\`\`\`\nI wait.`,
      text: '\nI wait.',
      calls,
      // An answer that shows a call looks the same.
      auto: 'not',
    },
    'a tool that was not offered': {
      tools,
      message: '[{"name": "fly", "arguments": {"to": "Rome"}}]',
      calls: ['fly {"to": "Rome"}'],
      auto: 'not',
    },
  },
  notRun: {
    'a fenced list of something else': {
      tools,
      message: '```json\n[{"title": "Intro"}, {"title": "End"}]\n```',
      text: '```json\n[{"title": "Intro"}, {"title": "End"}]\n```',
    },
    'cut off in a fence': {
      tools,
      message: '```json\n[{"name": "seek", "arguments": {"t": 12}}, ',
      text: '```json\n[{"name": "seek", "arguments": {"t": 12}}, ',
      problems: ['call-rejected: the message ended'],
    },
    'other code': { tools, message: '```python\n[{"t": 1}]\n```', text: '```python\n[{"t": 1}]\n```' },
  },
};
