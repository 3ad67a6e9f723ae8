import type { ParserTool } from '../../../src/dialect/dialect.js';
import type { Case, DialectCases } from '../case.js';

const tools: readonly ParserTool[] = [
  {
    name: 'lookup',
    parameters: { type: 'object', properties: { q: { type: 'string' }, limit: { type: 'integer' } } },
  },
];

const call = (q: string): string =>
  `<seed:tool_call>\n<function=lookup>\n<parameter=q>${q}</parameter>\n</function>\n</seed:tool_call>`;

const written: Readonly<Record<string, Case>> = {
  'one call': { message: call('tides'), calls: ['lookup {"q":"tides"}'] },
  'text, then two calls': {
    message: `I look.\n${call('a')}\n${call('b')}`,
    text: 'I look.',
    calls: ['lookup {"q":"a"}', 'lookup {"q":"b"}'],
  },
  'typed by the schema, values on lines of their own': {
    message:
      '<seed:tool_call>\n<function=lookup>\n<parameter=q>\n12\n</parameter>\n<parameter=limit>\n12\n</parameter>\n</function>\n</seed:tool_call>',
    tools,
    calls: ['lookup {"q":"12","limit":12}'],
  },
  'reasoning with notes of the budget': {
    message: `<seed:think>\nHm.\n<seed:cot_budget_reflect>100 left</seed:cot_budget_reflect>\nYes.</seed:think>\n${call('a')}<seed:eos>`,
    reasoning: 'Hm.\n<seed:cot_budget_reflect>100 left</seed:cot_budget_reflect>\nYes.',
    calls: ['lookup {"q":"a"}'],
  },
  'tags of another format within a value': {
    message: call('<tool_call> and </tool_call>, </parameter> too'),
    calls: ['lookup {"q":"<tool_call> and </tool_call>, </parameter> too"}'],
  },
  'only text': { message: 'Nothing <seed:tool', text: 'Nothing <seed:tool' },
};

const repaired: Readonly<Record<string, Case>> = {
  'the tags of others': {
    message:
      '<think>\nHm.\n</think>\n<tool_call>\n<function=lookup>\n<parameter=q>a</parameter>\n</function>\n</tool_call>',
    tools,
    reasoning: 'Hm.',
    calls: ['lookup {"q":"a"}'],
  },
  'a list of JSON calls': {
    message:
      '<seed:tool_call>[{"name": "lookup", "arguments": {"q": "a"}}, {"name": "lookup", "arguments": "{\\"q\\": \\"b\\"}"}]</seed:tool_call>',
    calls: ['lookup {"q": "a"}', 'lookup {"q": "b"}'],
    problems: ['call-repaired: a list'],
  },
  'no close at the end': {
    message: '<seed:tool_call>\n<function=lookup>\n<parameter=q>\na\n</parameter>\n</function>',
    calls: ['lookup {"q":"a"}'],
    problems: ['call-repaired: </seed:tool_call> was missing'],
  },
  'no wrapper': {
    message: '<function=lookup>\n<parameter=q>\na\n</parameter>\n</function>\n',
    calls: ['lookup {"q":"a"}'],
    problems: ['call-repaired: was missing before it'],
    // Without its own tags it is another dialect's call.
    auto: 'other',
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut in a value': {
    message: '<seed:tool_call>\n<function=lookup>\n<parameter=q>ti',
    text: '<seed:tool_call>\n<function=lookup>\n<parameter=q>ti',
    problems: ['call-rejected: ended in the middle'],
  },
  'in reasoning': {
    message: `<seed:think>I could ${call('a')}</seed:think>No.`,
    reasoning: `I could ${call('a')}`,
    text: 'No.',
    problems: ['call-ignored'],
  },
};

export const seedOss: DialectCases = { dialect: 'seed_oss', written, repaired, notRun };
