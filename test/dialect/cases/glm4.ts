import type { DialectCases } from '../case.js';

const tools = [
  {
    name: 'get_tide',
    parameters: {
      type: 'object',
      properties: { port: { type: 'string' }, day: { type: 'string' } },
      required: ['port'],
    },
  },
  { name: 'get_tide_table', parameters: { type: 'object', properties: { port: { type: 'string' } } } },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];

export const glm4Cases: DialectCases = {
  dialect: 'glm4',
  written: {
    'one call': { tools, message: 'get_tide\n{"port": "Brest"}', calls: ['get_tide {"port": "Brest"}'] },
    'an end of turn': {
      tools,
      message: 'get_tide\n{"port": "Brest"}<|observation|>',
      calls: ['get_tide {"port": "Brest"}'],
    },
    'a name that begins like another': {
      tools,
      message: 'get_tide_table\n{"port": "Brest"}',
      calls: ['get_tide_table {"port": "Brest"}'],
    },
    'over several lines': {
      tools,
      message: '\nget_tide\n{\n  "port": "Brest",\n  "day": "}"\n}\n',
      calls: ['get_tide {\n  "port": "Brest",\n  "day": "}"\n}'],
    },
    'reasoning before it': { tools, message: '<think>Hm.</think>\nnow\n{}', reasoning: 'Hm.', calls: ['now {}'] },
    'Windows line ends': { tools, message: 'get_tide\r\n{"port": "Brest"}', calls: ['get_tide {"port": "Brest"}'] },
    'only text': { tools, message: 'get_tide is the tool for that.', text: 'get_tide is the tool for that.' },
  },
  repaired: {
    'text before it': {
      tools,
      message: 'I look it up.\nget_tide\n{"port": "Brest"}',
      text: 'I look it up.',
      calls: ['get_tide {"port": "Brest"}'],
      // There the whole message has to be the call.
      auto: 'not',
    },
    'quotes of Python': {
      tools,
      message: "get_tide\n{'port': 'Brest'}",
      calls: ['get_tide {"port":"Brest"}'],
      problems: ['call-repaired: single quotes'],
    },
    'a tool without arguments, by its name alone': {
      tools,
      message: 'now',
      calls: ['now {}'],
      auto: 'not',
    },
  },
  notRun: {
    'a name that was not offered': { tools, message: 'fly\n{"to": "Rome"}', text: 'fly\n{"to": "Rome"}' },
    'a name alone': { tools, message: 'get_tide', text: 'get_tide' },
    'cut off': {
      tools,
      message: 'get_tide\n{"port": "Bre',
      text: 'get_tide\n{"port": "Bre',
      problems: ['call-rejected: the message ended'],
    },
  },
};
