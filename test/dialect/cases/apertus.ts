import type { Case, DialectCases } from '../case.js';

const snow = '<|tools_prefix|>[{"snow_depth": {"pass": "Furka"}}]<|tools_suffix|>';
const read = ['snow_depth {"pass": "Furka"}'];
const tools = [{ name: 'snow_depth' }, { name: 'wind' }];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: snow, calls: read },
  'two calls with text before': {
    message: 'Both.<|tools_prefix|>[{"snow_depth": {"pass": "Furka"}}, {"wind": {}}]<|tools_suffix|><|assistant_end|>',
    text: 'Both.',
    calls: [...read, 'wind {}'],
  },
  'calls within the reasoning': {
    message: `<|inner_prefix|>First the snow.${snow}Then the wind.<|tools_prefix|>[{"wind": {}}]<|tools_suffix|>Good.<|inner_suffix|>It snows.`,
    reasoning: 'First the snow.Then the wind.Good.',
    text: 'It snows.',
    calls: [...read, 'wind {}'],
  },
  'reasoning, then a call': {
    message: `<|inner_prefix|>Snow?<|inner_suffix|>I look.${snow}`,
    reasoning: 'Snow?',
    text: 'I look.',
    calls: read,
  },
  'two blocks': {
    message: `${snow}\n<|tools_prefix|>[{"wind": {}}]<|tools_suffix|>`,
    calls: [...read, 'wind {}'],
  },
  'tokens and brackets within a string': {
    message: '<|tools_prefix|>[{"write": {"c": "}]<|tools_suffix|>[{"}}]<|tools_suffix|>',
    calls: ['write {"c": "}]<|tools_suffix|>[{"}'],
  },
  'text behind the block': { message: `${snow}\nThat is all.`, text: '\nThat is all.', calls: read },
  'without its special tokens': {
    message: '[{"snow_depth": {"pass": "Furka"}}, {"wind": {}}]',
    tools,
    calls: [...read, 'wind {}'],
  },
  'reasoning that ends with the turn': {
    message: `<|inner_prefix|>Snow? ${snow}<|assistant_end|>`,
    reasoning: 'Snow?',
    calls: read,
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'one object instead of a list': {
    message: '<|tools_prefix|>{"wind": {"n": 1}}<|tools_suffix|>',
    calls: ['wind {"n": 1}'],
  },
  'no suffix': {
    message: '<|tools_prefix|>[{"wind": {"n": 1}}]',
    calls: ['wind {"n": 1}'],
    problems: ['call-repaired: <|tools_suffix|> was missing'],
  },
  'the name as a value': {
    message: '<|tools_prefix|>[{"name": "wind", "arguments": {"n": 1}}]<|tools_suffix|>',
    calls: ['wind {"n": 1}'],
    problems: ['call-repaired: instead of a key'],
  },
  'null for the arguments': {
    message: '<|tools_prefix|>[{"wind": null}]<|tools_suffix|>',
    calls: ['wind {}'],
    problems: ['call-repaired: no arguments'],
  },
  'a bad call beside a good one': {
    message: '<|tools_prefix|>[{"wind": 3}, {"snow_depth": {"pass": "Furka"}}]<|tools_suffix|>',
    text: '{"wind": 3}',
    calls: read,
    problems: ['call-rejected: of wind'],
  },
  'cut off in the second call': {
    message: '<|tools_prefix|>[{"snow_depth": {"pass": "Furka"}}, {"wind": {"at": "1',
    text: '{"wind": {"at": "1',
    calls: read,
    problems: ['call-rejected: in the middle'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off in the arguments': {
    message: '<|tools_prefix|>[{"snow_depth": {"pass": "Fur',
    text: '<|tools_prefix|>[{"snow_depth": {"pass": "Fur',
    problems: ['call-rejected: in the middle of it'],
  },
  'two keys': {
    message: '<|tools_prefix|>[{"a": {}, "b": {}}]<|tools_suffix|>',
    text: '<|tools_prefix|>[{"a": {}, "b": {}}]<|tools_suffix|>',
    problems: ['call-rejected: more than one key'],
  },
  'a list that is an answer': {
    message: '[{"height": {"m": 3}}]',
    tools,
    text: '[{"height": {"m": 3}}]',
  },
};

export const apertus: DialectCases = { dialect: 'apertus', written, repaired, notRun };
