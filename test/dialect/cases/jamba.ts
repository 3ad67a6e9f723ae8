import type { DialectCases } from '../case.js';

const add = '{"name": "add_numbers", "arguments": {"numbers": [1, 2]}}';
const show = '{"name": "show", "arguments": {}}';

export const jamba: DialectCases = {
  dialect: 'jamba',
  written: {
    'one call': { message: `<tool_calls>[${add}]</tool_calls>`, calls: ['add_numbers {"numbers": [1, 2]}'] },
    'two calls over several lines': {
      message: ` <tool_calls>[\n    ${add},\n    ${show}\n]</tool_calls>`,
      calls: ['add_numbers {"numbers": [1, 2]}', 'show {}'],
    },
    'text before it': {
      message: `I add them. <tool_calls>[${add}]</tool_calls>`,
      text: 'I add them.',
      calls: ['add_numbers {"numbers": [1, 2]}'],
    },
    'brackets and tags in strings': {
      message: '<tool_calls>[{"name": "say", "arguments": {"t": "]]</tool_calls>[{"}}]</tool_calls>',
      calls: ['say {"t": "]]</tool_calls>[{"}'],
    },
    'arguments before the name': {
      message: '<tool_calls>[{"arguments": {"name": "x"}, "name": "tag"}]</tool_calls>',
      calls: ['tag {"name": "x"}'],
    },
    'an id': {
      message: '<tool_calls>[{"name": "show", "arguments": {}, "id": "c-1"}]</tool_calls>',
      calls: ['c-1 show {}'],
    },
    'only text': { message: 'The sum is 3.', text: 'The sum is 3.' },
  },
  repaired: {
    'objects without a list': {
      message: `<tool_calls>${add}\n${show}</tool_calls>`,
      calls: ['add_numbers {"numbers": [1, 2]}', 'show {}'],
      problems: ['call-repaired: the calls were no list'],
      // `auto` reads them as those of MiniMax-M1, to whom they belong.
      auto: 'other',
    },
    'no closing tag': {
      message: `<tool_calls>[${show}]`,
      calls: ['show {}'],
      problems: ['call-repaired: </tool_calls> was missing at the end'],
    },
    'a trailing comma': {
      message: `<tool_calls>[${show},]</tool_calls>`,
      calls: ['show {}'],
    },
    'single quotes': {
      message:
        "<tool_calls>[{'name': 'show', 'arguments': {'t': ']'}}, {'name': 'show', 'arguments': {}}]</tool_calls>",
      calls: ['show {"t":"]"}', 'show {}'],
      problems: ['call-repaired: single quotes'],
    },
    'arguments as a text': {
      message: '<tool_calls>[{"name": "show", "arguments": "{\\"n\\": 1}"}]</tool_calls>',
      calls: ['show {"n": 1}'],
      problems: ['call-repaired: a JSON text'],
    },
    'an element that is no call': {
      message: `<tool_calls>[{"x": 1}, ${show}]</tool_calls>`,
      text: '{"x": 1}',
      calls: ['show {}'],
      problems: ['call-rejected: it has no "name"'],
    },
  },
  notRun: {
    'cut in the list': {
      message: `<tool_calls>[${show}, {"name": "add_n`,
      text: `<tool_calls>[${show}, {"name": "add_n`,
      problems: ['call-rejected: ended in the middle'],
    },
    'the list does not end': {
      message: `<tool_calls>[${show}</tool_calls>`,
      text: `<tool_calls>[${show}</tool_calls>`,
      problems: ['call-rejected: has no ]'],
    },
    'an empty list': {
      message: '<tool_calls>[]</tool_calls>',
      text: '<tool_calls>[]</tool_calls>',
      problems: ['call-rejected: there is nothing before'],
    },
    'in inline code': {
      message: 'Write `<tool_calls>[{"name": "x"}]</tool_calls>` for it.',
      text: 'Write `<tool_calls>[{"name": "x"}]</tool_calls>` for it.',
      problems: ['call-ignored'],
    },
  },
};
