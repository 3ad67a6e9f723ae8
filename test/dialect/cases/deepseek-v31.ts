import type { Case, DialectCases } from '../case.js';

const one = (name: string, json: string): string =>
  `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${json}<｜tool▁call▁end｜>`;
const section = (...calls: readonly string[]): string => `<｜tool▁calls▁begin｜>${calls.join('')}<｜tool▁calls▁end｜>`;
const tools = [{ name: 'tide_table' }, { name: 'moon' }];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: section(one('tide_table', '{"port": "Brest"}')), calls: ['tide_table {"port": "Brest"}'] },
  'two calls with text before': {
    message: `Both at once.${section(one('tide_table', '{"port":"Brest"}'), one('moon', '{}'))}`,
    text: 'Both at once.',
    calls: ['tide_table {"port":"Brest"}', 'moon {}'],
  },
  'white space around all parts': {
    message:
      '<｜tool▁calls▁begin｜>\n<｜tool▁call▁begin｜> moon <｜tool▁sep｜>\n{"n": 1}\n<｜tool▁call▁end｜>\n<｜tool▁calls▁end｜>',
    calls: ['moon {"n": 1}'],
  },
  'the end token in a string': {
    message: section(one('write', '{"c":"<｜tool▁call▁end｜>"}'), one('moon', '{}')),
    calls: ['write {"c":"<｜tool▁call▁end｜>"}', 'moon {}'],
  },
  'behind the end of reasoning': {
    message: `Hm.</think>${section(one('moon', '{}'))}<｜end▁of▁sentence｜>`,
    reasoning: 'Hm.',
    calls: ['moon {}'],
  },
  'only the end of reasoning, then text': { message: '</think>Hello', text: 'Hello' },
  'a tool whose name is function': { message: section(one('function', '{"a":1}')), calls: ['function {"a":1}'] },
  'as V3 writes it': {
    message: section('<｜tool▁call▁begin｜>function<｜tool▁sep｜>moon\n```json\n{"n":1}\n```<｜tool▁call▁end｜>'),
    calls: ['moon {"n":1}'],
  },
  'arguments that hold a name': {
    message: section(one('rename', '{"name":"function","arguments":{"name":"x"}}')),
    calls: ['rename {"name":"function","arguments":{"name":"x"}}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'a fence around the arguments': {
    message: section(one('moon', '\n```json\n{"n":1}\n```')),
    calls: ['moon {"n":1}'],
    problems: ['call-repaired: a code fence'],
  },
  'no separator': {
    message: section('<｜tool▁call▁begin｜>moon\n{"n":1}<｜tool▁call▁end｜>'),
    calls: ['moon {"n":1}'],
    problems: ['call-repaired: <｜tool▁sep｜> was missing'],
  },
  'no arguments': {
    message: section(one('moon', '')),
    calls: ['moon {}'],
    problems: ['call-repaired: it had no arguments'],
  },
  'arguments as a JSON text': {
    message: section(one('moon', '"{\\"n\\": 1}"')),
    calls: ['moon {"n": 1}'],
    problems: ['call-repaired: a JSON text'],
  },
  'no end of the call and the section': {
    message: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>moon<｜tool▁sep｜>{"n":1}',
    calls: ['moon {"n":1}'],
    problems: ['call-repaired: at the end of the message', 'call-repaired: <｜tool▁calls▁end｜> was missing'],
  },
  'no token before the call': {
    message: '<｜tool▁calls▁begin｜>moon<｜tool▁sep｜>{"n":1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: ['moon {"n":1}'],
  },
  'a brace too many': {
    message: section(one('moon', '{"n":1}}')),
    calls: ['moon {"n":1}'],
    problems: ['call-repaired: an extra }'],
  },
  'without its special tokens': {
    message: 'tide_table{"port": "Brest"}moon{}',
    tools,
    calls: ['tide_table {"port": "Brest"}', 'moon {}'],
  },
  'words before the first call': {
    message: `<｜tool▁calls▁begin｜>I look:\n${one('moon', '{}')}<｜tool▁calls▁end｜>`,
    text: 'I look:',
    calls: ['moon {}'],
  },
  'arguments that are no JSON, beside a good call': {
    message: section(one('tide_table', 'Brest please'), one('moon', '{}')),
    text: one('tide_table', 'Brest please'),
    calls: ['moon {}'],
    problems: ['call-rejected: no JSON object'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'more JSON behind the arguments': {
    message: section(one('moon', '{"n":1},"m":2}')),
    text: section(one('moon', '{"n":1},"m":2}')),
    problems: ['call-rejected: something other than <｜tool▁call▁end｜> follows it'],
  },
  'a brace is missing, and what follows is not trusted': {
    message: section(
      '<｜tool▁call▁begin｜>moon<｜tool▁sep｜>{"n": "1"<｜tool▁call▁end｜>',
      one('tide_table', '{"port":"Brest"}'),
    ),
    text: section(
      '<｜tool▁call▁begin｜>moon<｜tool▁sep｜>{"n": "1"<｜tool▁call▁end｜>',
      one('tide_table', '{"port":"Brest"}'),
    ),
    problems: ['call-rejected: its JSON cannot be read'],
  },
  'arguments that are a list': {
    message: section(one('moon', '[1]')),
    text: section(one('moon', '[1]')),
    problems: ['call-rejected: no JSON object'],
  },
  'no name': {
    message: section('<｜tool▁call▁begin｜><｜tool▁sep｜>{"n":1}<｜tool▁call▁end｜>'),
    text: section('<｜tool▁call▁begin｜><｜tool▁sep｜>{"n":1}<｜tool▁call▁end｜>'),
    problems: ['call-rejected: which tool it calls'],
  },
  'a name with a brace in prose': {
    message: 'moon {"n": 1} is what I would send.\nread{"a":1}',
    tools,
    text: 'moon {"n": 1} is what I would send.\nread{"a":1}',
    problems: ['call-ignored'],
  },
  'an example of a call without tokens': {
    message: 'For example:\nmoon{"n": 1}',
    tools,
    text: 'For example:\nmoon{"n": 1}',
    problems: ['call-ignored'],
  },
  'cut off behind the separator': {
    message: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>moon<｜tool▁sep｜>',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>moon<｜tool▁sep｜>',
    problems: ['call-rejected: ended before its arguments'],
  },
  'arguments that are no JSON and hold a quoted call': {
    message: section(one('tide_table', `say "${one('moon', '{}')}"`)),
    text: section(one('tide_table', `say "${one('moon', '{}')}"`)),
    problems: ['call-rejected: no JSON object'],
  },
};

export const deepseekV31: DialectCases = { dialect: 'deepseek_v31', written, repaired, notRun };
