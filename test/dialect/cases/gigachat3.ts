import type { Case, DialectCases } from '../case.js';

const rate = '{"name": "exchange_rate", "arguments": {"currency": "RUB"}}';
const read = ['exchange_rate {"currency": "RUB"}'];
const tools = [{ name: 'exchange_rate' }];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: `<|message_sep|>\n\nfunction call<|role_sep|>\n${rate}`, calls: read },
  'text before, and the ends behind': {
    message: `Смотрю курс.<|message_sep|>\n\nfunction call<|role_sep|>\n${rate}<|message_sep|>\n\n</s>`,
    text: 'Смотрю курс.',
    calls: read,
  },
  'as 3.1 writes it': { message: `Смотрю.<|function_call|>${rate}</s>`, text: 'Смотрю.', calls: read },
  'the role the prompt began': { message: `function call<|role_sep|>\n${rate}`, calls: read },
  'without its special tokens': { message: `Смотрю.\n\nfunction call\n${rate}`, tools, text: 'Смотрю.', calls: read },
  'as 3.1 writes it, without its special token': { message: rate, tools, calls: read },
  'only an answer': { message: 'Курс: 1.<|message_sep|>\n\n', text: 'Курс: 1.' },
  'the arguments before the name': {
    message: '<|function_call|>{"arguments": {"name": "x"}, "name": "rename"}',
    calls: ['rename {"name": "x"}'],
  },
  'tokens within a string': {
    message: '<|function_call|>{"name": "write", "arguments": {"c": "</s><|message_sep|><|function_call|>{}"}}',
    calls: ['write {"c": "</s><|message_sep|><|function_call|>{}"}'],
  },
  'several messages': {
    message: `<|message_sep|>\n\nfunction call<|role_sep|>\n${rate}<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "now", "arguments": {}}`,
    calls: [...read, 'now {}'],
  },
  'the mark of the end behind HTML that looks the same': {
    message: `Было <s>10</s> 8.<|function_call|>${rate}</s>\n`,
    text: 'Было <s>10</s> 8.',
    calls: read,
  },
  'HTML at the end': { message: 'Цена: <s>10</s>', text: 'Цена: <s>10</s>' },
  'an answer and the mark of the end': { message: 'Было <s>10</s> 8.</s>', text: 'Было <s>10</s> 8.' },
};

const repaired: Readonly<Record<string, Case>> = {
  'bare line breaks in strings': {
    message: '<|function_call|>{"name": "write", "arguments": {"c": "a\nb"}}',
    calls: ['write {"c":"a\\nb"}'],
    problems: ['call-repaired: line breaks'],
  },
  'arguments as a JSON text': {
    message: '<|function_call|>{"name": "now", "arguments": "{\\"utc\\": true}"}',
    calls: ['now {"utc": true}'],
    problems: ['call-repaired: a JSON text'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'arguments that are no object': {
    message: '<|function_call|>{"name": "now", "arguments": [1]}',
    text: '<|function_call|>{"name": "now", "arguments": [1]}',
    problems: ['call-rejected: of now'],
  },
  'cut off': {
    message: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "now", "arguments": {"ut',
    text: '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "now", "arguments": {"ut',
    problems: ['call-rejected: in the middle of it'],
  },
  'the words in prose': {
    message: 'function call\nis the role.\nfunction call: {"name": "now"}',
    text: 'function call\nis the role.\nfunction call: {"name": "now"}',
  },
};

export const gigachat3: DialectCases = { dialect: 'gigachat3', written, repaired, notRun };
