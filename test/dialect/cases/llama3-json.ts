import type { DialectCases } from '../case.js';

const tools = [
  {
    name: 'forecast',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city'],
    },
  },
  { name: 'coin', parameters: { type: 'object', properties: {} } },
  {
    name: 'brave_search',
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  },
];
const oslo = '{"name": "forecast", "parameters": {"city": "Oslo", "days": 2}}';

export const llama3JsonCases: DialectCases = {
  dialect: 'llama3_json',
  written: {
    'one call': { tools, message: oslo, calls: ['forecast {"city": "Oslo", "days": 2}'] },
    'a tool that nothing is known of': { message: oslo, calls: ['forecast {"city": "Oslo", "days": 2}'] },
    'behind the tag': { message: `<|python_tag|>${oslo}<|eom_id|>`, calls: ['forecast {"city": "Oslo", "days": 2}'] },
    'two with a semicolon': {
      tools,
      message: `${oslo}; {"name": "coin", "parameters": {}}`,
      calls: ['forecast {"city": "Oslo", "days": 2}', 'coin {}'],
    },
    'two with a semicolon behind the tag': {
      message: `<|python_tag|>${oslo}; {"name": "coin", "parameters": {}}<|eot_id|>`,
      calls: ['forecast {"city": "Oslo", "days": 2}', 'coin {}'],
    },
    'a tag for each': {
      message: `<|python_tag|>${oslo}<|python_tag|>{"name": "coin", "parameters": {}}`,
      calls: ['forecast {"city": "Oslo", "days": 2}', 'coin {}'],
    },
    'text before the tag': {
      message: `I look it up. <|python_tag|>${oslo}`,
      text: 'I look it up.',
      calls: ['forecast {"city": "Oslo", "days": 2}'],
    },
    'with type and arguments': {
      tools,
      message: '{"type": "function", "name": "forecast", "arguments": {"city": "Oslo"}}',
      calls: ['forecast {"city": "Oslo"}'],
    },
    'a semicolon and a brace in a string': {
      tools,
      message: '{"name": "forecast", "parameters": {"city": "a}; {\\"name\\": \\"coin\\"}"}}',
      calls: ['forecast {"city": "a}; {\\"name\\": \\"coin\\"}"}'],
    },
    'a call of a builtin tool': {
      tools,
      message: '<|python_tag|>brave_search.call(query="tides in Brest")<|eom_id|>',
      calls: ['brave_search {"query":"tides in Brest"}'],
    },
    'a builtin tool that nothing is known of': {
      message: '<|python_tag|>wolfram_alpha.call(query="1+1")',
      calls: ['wolfram_alpha {"query":"1+1"}'],
    },
    'only text': { tools, message: 'It rains.<|eot_id|>', text: 'It rains.' },
  },
  repaired: {
    'a semicolon behind the last one': {
      tools,
      message: `${oslo};`,
      calls: ['forecast {"city": "Oslo", "days": 2}'],
    },
    'the second one cut off': {
      tools,
      message: `${oslo}; {"name": "coin", "param`,
      text: '{"name": "coin", "param',
      calls: ['forecast {"city": "Oslo", "days": 2}'],
      problems: ['call-rejected: the message ended'],
      auto: 'other',
    },
    'the header of the turn': {
      tools,
      message: `<|start_header_id|>assistant<|end_header_id|>\n\n${oslo}<|eot_id|>`,
      calls: ['forecast {"city": "Oslo", "days": 2}'],
    },
    'a Python list behind the tag': {
      tools,
      message: '<|python_tag|>[forecast(city="Oslo"), coin()]<|eom_id|>',
      calls: ['forecast {"city":"Oslo"}', 'coin {}'],
    },
    'code behind the tag': {
      tools: [{ name: 'code_interpreter' }],
      message: '<|python_tag|>import math\nprint(math.pi)<|eom_id|>',
      calls: ['code_interpreter {"code":"import math\\nprint(math.pi)"}'],
    },
    'quotes of Python': {
      tools,
      message: "{'name': 'forecast', 'parameters': {'city': 'Oslo', 'days': None}}",
      calls: ['forecast {"city":"Oslo","days":null}'],
      problems: ['call-repaired: single quotes'],
    },
    'a tool that was not offered, behind the tag': {
      tools,
      message: '<|python_tag|>{"name": "fly", "parameters": {"to": "Rome"}}',
      calls: ['fly {"to": "Rome"}'],
    },
    'a tool that was not offered': {
      tools,
      message: '{"name": "fly", "parameters": {"to": "Rome"}}',
      calls: ['fly {"to": "Rome"}'],
      // Without a marker only a known name tells it from an answer.
      auto: 'not',
    },
    'text behind it': {
      tools,
      message: `${oslo}\n\nThat should do.`,
      text: '\n\nThat should do.',
      calls: ['forecast {"city": "Oslo", "days": 2}'],
      auto: 'not',
    },
  },
  notRun: {
    'an answer in JSON': { tools, message: '{"city": "Oslo", "name": "x"}', text: '{"city": "Oslo", "name": "x"}' },
    'cut off': {
      tools,
      message: '<|python_tag|>{"name": "forecast", "parameters": {"city": "Os',
      text: '<|python_tag|>{"name": "forecast", "parameters": {"city": "Os',
      problems: ['call-rejected: the message ended'],
    },
    'code that no tool takes': {
      tools,
      message: '<|python_tag|>import os\nprint(os.getcwd())',
      text: '<|python_tag|>import os\nprint(os.getcwd())',
      problems: ['call-rejected'],
    },
  },
};
