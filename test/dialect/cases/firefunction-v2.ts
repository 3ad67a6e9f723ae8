import type { DialectCases } from '../case.js';

const bus = ' functools[{"name": "bus_arrival", "arguments": {"bus": 12}}]';
const made = 'bus_arrival {"bus": 12}';

export const firefunctionV2: DialectCases = {
  dialect: 'firefunction_v2',
  written: {
    'one call': { message: bus, calls: [made] },
    'no blank before it': { message: bus.trim(), calls: [made] },
    'two calls': {
      message:
        ' functools[{"name": "bus_arrival", "arguments": {"bus": 12}}, {"name": "walk", "arguments": {"by": [1, 2]}}]',
      calls: [made, 'walk {"by": [1, 2]}'],
    },
    'text before it': { message: `I look.${bus}`, text: 'I look.', calls: [made] },
    'the end of the turn': { message: `${bus}<|eot_id|>`, calls: [made] },
    'no closing bracket': {
      message: ' functools[{"name": "bus_arrival", "arguments": {"bus": 12}}',
      calls: [made],
      problems: ['call-repaired: the ] of its list was missing'],
    },
    'arguments before the name': {
      message: ' functools[{"arguments": {"name": "x"}, "name": "tag"}]',
      calls: ['tag {"name": "x"}'],
    },
    'a closing bracket in a string': {
      message: ' functools[{"name": "say", "arguments": {"t": "]"}}]',
      calls: ['say {"t": "]"}'],
    },
  },
  repaired: {
    'no arguments': {
      message: ' functools[{"name": "walk"}]',
      calls: ['walk {}'],
      problems: ['call-repaired: it had no arguments'],
    },
    'single quotes': {
      message: ' functools[{"name": \'walk\', "arguments": {}}]',
      calls: ['walk {}'],
      problems: ['call-repaired: single quotes'],
    },
  },
  notRun: {
    'the word alone': { message: 'import functools\nfunctools[0]', text: 'import functools\nfunctools[0]' },
    'cut short': {
      message: ' functools[{"name": "bus_arrival", "argum',
      text: ' functools[{"name": "bus_arrival", "argum',
      problems: ['call-rejected: ended in the middle'],
    },
    'in inline code': {
      message: 'Write ` functools[{"name": "x", "arguments": {}}]` then.',
      text: 'Write ` functools[{"name": "x", "arguments": {}}]` then.',
      problems: ['call-ignored'],
    },
  },
};
