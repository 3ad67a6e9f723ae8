import type { Case, DialectCases } from '../case.js';

const tools = [
  {
    name: 'snow_depth',
    parameters: {
      type: 'object',
      properties: { pass: { type: 'string' }, day: { type: 'string' } },
      required: ['pass'],
    },
  },
  { name: 'search', parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] } },
  { name: 'square', parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
  {
    name: 'route',
    parameters: {
      type: 'object',
      properties: { from: { type: 'string' }, to: { type: 'string' } },
      required: ['from', 'to'],
    },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];
const furka = 'Action: snow_depth\nAction Input: {"pass": "Furka"}';
const depth = ['snow_depth {"pass": "Furka"}'];

const written: Readonly<Record<string, Case>> = {
  'the end of the turn behind it': { tools, message: `${furka}<|im_end|>`, calls: depth },
  'the end of the turn behind a text': {
    tools,
    message: 'Action: search\nAction Input: tides</s>',
    calls: ['search {"query":"tides"}'],
  },
  'a thought and a call': {
    tools,
    message: `Thought: I need the depth.\n${furka}`,
    reasoning: 'I need the depth.',
    calls: depth,
  },
  'a tool that nothing is known of': {
    message: `Thought: I need it.\n${furka}`,
    reasoning: 'I need it.',
    calls: depth,
  },
  'a thought that the prompt has begun': {
    tools,
    message: ` I need the depth.\n\n${furka}\n`,
    reasoning: ' I need the depth.',
    calls: depth,
  },
  'no thought': { tools, message: furka, calls: depth },
  'an invented observation': {
    tools,
    message: `${furka}\nObservation: 3 m\nThought: I know it.\nFinal Answer: 3 m`,
    calls: depth,
    problems: ['result-ignored'],
  },
  'bare text for the only argument': {
    tools,
    message: 'Action: search\nAction Input: tide tables, Brest',
    calls: ['search {"query":"tide tables, Brest"}'],
  },
  'bare text for the only required one': {
    tools,
    message: 'Action: snow_depth\nAction Input: Furka',
    calls: ['snow_depth {"pass":"Furka"}'],
  },
  'text in quotes': { tools, message: 'Action: search\nAction Input: "tides"\n', calls: ['search {"query":"tides"}'] },
  'a number': { tools, message: 'Action: square\nAction Input: 12', calls: ['square {"n":12}'] },
  'marks around the name': { tools, message: 'Action: `search`\nAction Input: x', calls: ['search {"query":"x"}'] },
  'brackets around the name': { tools, message: 'Action: [search]\nAction Input: x', calls: ['search {"query":"x"}'] },
  'numbers and bold': {
    tools,
    message: 'Thought 1: Hm.\nAction 1: search\nAction 1 Input 1: x',
    reasoning: 'Hm.',
    calls: ['search {"query":"x"}'],
  },
  'bold labels': {
    tools,
    message: '**Thought:** Hm.\n**Action:** search\n**Action Input:** {"query": "x"}',
    reasoning: 'Hm.',
    calls: ['search {"query": "x"}'],
  },
  'fenced input': {
    tools,
    message: 'Action: snow_depth\nAction Input:\n```json\n{"pass": "Furka"}\n```',
    calls: depth,
  },
  'the call in one line': { tools, message: 'Action: search("tides")', calls: ['search {"query":"tides"}'] },
  'the call with keys in one line': {
    tools,
    message: "Action: route(from='A', to='B')",
    calls: ['route {"from":"A","to":"B"}'],
  },
  'the call in brackets': {
    tools,
    message: 'Thought: Hm\nAction: search[the tides]',
    reasoning: 'Hm',
    calls: ['search {"query":"the tides"}'],
  },
  'no input': { tools, message: 'Action: now\nAction Input:', calls: ['now {}'] },
  'no line of input': { tools, message: 'Thought: Hm\nAction: now', reasoning: 'Hm', calls: ['now {}'] },
  'JSON over several lines': {
    tools,
    message: 'Action: route\nAction Input: {\n  "from": "A\\nObservation: x",\n  "to": "B"\n}\n',
    calls: ['route {\n  "from": "A\\nObservation: x",\n  "to": "B"\n}'],
  },
  'a thought of several lines': {
    tools,
    message: `Thought: One.\n\nAction is needed: two.\n- three <4\n${furka}`,
    reasoning: 'One.\n\nAction is needed: two.\n- three <4',
    calls: depth,
  },
  'a thought and the answer': {
    tools,
    message: 'Thought: I know it.\nFinal Answer: 3 m\nof snow',
    reasoning: 'I know it.',
    text: '3 m\nof snow',
  },
  'the answer alone': {
    tools,
    message: 'Final Answer: 3 m',
    text: '3 m',
    // Other answers are written like this too.
    auto: 'other',
  },
  'reasoning in tags': { tools, message: `<think>Hm.</think>\n${furka}`, reasoning: 'Hm.', calls: depth },
};

const notRun: Readonly<Record<string, Case>> = {
  'text alone': { tools, message: 'There are 3 m of snow.', text: 'There are 3 m of snow.' },
  'a thought alone': { tools, message: 'Thought: what now?', text: 'Thought: what now?' },
  'minutes of a meeting': {
    tools,
    message: 'Action: Bob to search for a room\nAction: Eve to measure snow_depth',
    text: 'Action: Bob to search for a room\nAction: Eve to measure snow_depth',
  },
  'text for a tool with several arguments': {
    tools,
    message: 'Action: route\nAction Input: from A to B',
    text: 'Action: route\nAction Input: from A to B',
    problems: ['call-rejected: bare text'],
  },
  'JSON that is cut off': {
    tools,
    message: 'Action: snow_depth\nAction Input: {"pass": "Fur',
    text: 'Action: snow_depth\nAction Input: {"pass": "Fur',
    problems: ['call-rejected: the message ended'],
  },
  'no input where one is needed': {
    tools,
    message: 'Action: search\nAction Input:',
    text: 'Action: search\nAction Input:',
    problems: ['call-rejected: empty'],
  },
  'in quoted code': {
    tools,
    message: `It is written so:\n\`\`\`\n${furka}\n\`\`\`\nOk?`,
    text: `It is written so:\n\`\`\`\n${furka}\n\`\`\`\nOk?`,
    problems: ['call-ignored'],
  },
};

export const reactCases: DialectCases = {
  dialect: 'react',
  written,
  notRun,
  endIsMark: 'bare text goes on to the end of the message',
};
