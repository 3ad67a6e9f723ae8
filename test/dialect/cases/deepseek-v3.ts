import type { Case, DialectCases } from '../case.js';

const one = (name: string, json: string): string =>
  `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${json}\n\`\`\`<｜tool▁call▁end｜>`;
const section = (...calls: readonly string[]): string =>
  `<｜tool▁calls▁begin｜>${calls.join('\n')}<｜tool▁calls▁end｜>`;
const tide = section(one('tide_table', '{"port": "Brest"}'));
const tools = [{ name: 'tide_table' }, { name: 'moon' }];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: tide, calls: ['tide_table {"port": "Brest"}'] },
  'text before, and the end of the turn': {
    message: `I look it up.\n\n${tide}<｜end▁of▁sentence｜>`,
    text: 'I look it up.',
    calls: ['tide_table {"port": "Brest"}'],
  },
  'two calls': {
    message: section(one('tide_table', '{"port":"Brest"}'), one('moon', '{}')),
    calls: ['tide_table {"port":"Brest"}', 'moon {}'],
  },
  'JSON over several lines': {
    message: section(one('tide_table', '{\n  "port": "Brest",\n  "days": [\n    1,\n    2\n  ]\n}')),
    calls: ['tide_table {\n  "port": "Brest",\n  "days": [\n    1,\n    2\n  ]\n}'],
  },
  'a fence and the end tokens within a string': {
    message: section(
      one('write', '{"c":"```js\\n1\\n```\\n<｜tool▁call▁end｜><｜tool▁calls▁end｜>"}'),
      one('moon', '{}'),
    ),
    calls: ['write {"c":"```js\\n1\\n```\\n<｜tool▁call▁end｜><｜tool▁calls▁end｜>"}', 'moon {}'],
  },
  'reasoning the prompt has opened': {
    message: `Which port? Brest.\n</think>\n\n${tide}`,
    reasoning: 'Which port? Brest.',
    calls: ['tide_table {"port": "Brest"}'],
  },
  'reasoning that no tag closes': {
    message: `<think>Which port? Brest.\n${tide}`,
    reasoning: 'Which port? Brest.',
    calls: ['tide_table {"port": "Brest"}'],
    problems: ['call-repaired: never closed'],
  },
  'text behind the section': {
    message: `${tide}\nThat is all.`,
    text: '\nThat is all.',
    calls: ['tide_table {"port": "Brest"}'],
  },
  'as V3.1 writes it': {
    message:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>moon<｜tool▁sep｜>{"n":1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: ['moon {"n":1}'],
  },
  'numbers a double cannot hold': {
    message: section(one('pay', '{"id":12345678901234567890,"sum":1.10}')),
    calls: ['pay {"id":12345678901234567890,"sum":1.10}'],
    problems: ['call-repaired: more digits'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'the last call without its end': {
    message:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>moon\n```json\n{}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>tide_table\n```json\n{"port":"Brest"}\n```<｜tool▁calls▁end｜>',
    calls: ['moon {}', 'tide_table {"port":"Brest"}'],
    problems: ['call-repaired: <｜tool▁call▁end｜> was missing'],
  },
  'no section end': {
    message: `<｜tool▁calls▁begin｜>${one('moon', '{}')}`,
    calls: ['moon {}'],
    problems: ['call-repaired: <｜tool▁calls▁end｜> was missing'],
  },
  'no section at all': { message: one('moon', '{}'), calls: ['moon {}'] },
  'no fence': {
    message:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>moon\n{"n": 1}\n<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: ['moon {"n": 1}'],
  },
  'a call without its token': {
    message:
      '<｜tool▁calls▁begin｜>function<｜tool▁sep｜>moon\n```json\n{"n": 1}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: ['moon {"n": 1}'],
  },
  'the section token in another spelling': {
    message: `<｜tool_calls_begin｜>${one('moon', '{"n": 1}')}<｜tool▁calls▁end｜>`,
    calls: ['moon {"n": 1}'],
  },
  'a comma too many': {
    message: section(one('moon', '{"n": 1,}')),
    calls: ['moon {"n":1}'],
    problems: ['call-repaired: a comma too many'],
  },
  'a bad call beside a good one': {
    message: section(one('moon', '{"n": 1, "n": 2}'), one('tide_table', '{}')),
    text: `${one('moon', '{"n": 1, "n": 2}')}`,
    calls: ['tide_table {}'],
    problems: ['call-rejected: stands twice'],
  },
  'a call that is no JSON beside a good one': {
    message: section(one('moon', '{"n": }'), one('tide_table', '{}')),
    text: `${one('moon', '{"n": }')}`,
    calls: ['tide_table {}'],
    problems: ['call-rejected: The call of moon was not run: its JSON cannot be read'],
  },
  'without its special tokens': {
    message: 'Let me see.functiontide_table\n```json\n{"port": "Brest"}\n```\nfunctionmoon\n```json\n{}\n```',
    tools,
    text: 'Let me see.',
    calls: ['tide_table {"port": "Brest"}', 'moon {}'],
  },
  'a whole call before one that was cut off': {
    message: `<｜tool▁calls▁begin｜>${one('moon', '{}')}\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>tide_table\n\`\`\`json\n{"port": "Br`,
    text: '<｜tool▁call▁begin｜>function<｜tool▁sep｜>tide_table\n```json\n{"port": "Br',
    calls: ['moon {}'],
    problems: ['call-rejected: The call of tide_table was not run: the message ended in the middle of it'],
  },
  'single quotes within the fence': {
    message: section(one('tide_table', "{'port': 'Brest'}")),
    calls: ['tide_table {"port":"Brest"}'],
    problems: ['call-repaired'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off in the arguments': {
    message: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>tide_table\n```json\n{"port": "Br',
    text: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>tide_table\n```json\n{"port": "Br',
    problems: ['call-rejected: the message ended in the middle of it'],
  },
  'a result the model made up': {
    message: `${tide}<｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>high<｜tool▁output▁end｜><｜tool▁outputs▁end｜>${tide}`,
    calls: ['tide_table {"port": "Brest"}'],
    problems: ['result-ignored'],
  },
  'in quoted code': {
    message: `Models write \`\`\`\n${tide}\n\`\`\` then.`,
    text: `Models write \`\`\`\n${tide}\n\`\`\` then.`,
    problems: ['call-rejected'],
  },
  'the token in a sentence': {
    message: 'It begins with <｜tool▁calls▁begin｜> and ends there.',
    text: 'It begins with <｜tool▁calls▁begin｜> and ends there.',
  },
  'considered in reasoning': {
    message: `<think>\nPerhaps ${tide}\n</think>\nNo.`,
    reasoning: `Perhaps ${tide}`,
    text: 'No.',
    problems: ['call-ignored'],
  },
};

export const deepseekV3: DialectCases = { dialect: 'deepseek_v3', written, repaired, notRun };
