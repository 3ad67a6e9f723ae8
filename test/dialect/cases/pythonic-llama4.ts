import type { Case, DialectCases } from '../case.js';

const tools = [
  { name: 'set_alarm', parameters: { type: 'object', properties: { time: { type: 'string' } } } },
  { name: 'now' },
];

const written: Readonly<Record<string, Case>> = {
  'between its tokens': {
    message: "<|python_start|>[set_alarm(time='07:15', repeat=False)]<|python_end|>",
    calls: ['set_alarm {"time":"07:15","repeat":false}'],
  },
  'several, with the end of the turn': {
    message: "<|python_start|>[set_alarm(time='07:15'), now()]<|python_end|><|eot|>",
    calls: ['set_alarm {"time":"07:15"}', 'now {}'],
  },
  'text before it': {
    message: 'Of course.\n<|python_start|>[now()]<|python_end|>',
    text: 'Of course.',
    calls: ['now {}'],
  },
  'without tokens': { tools, message: "[set_alarm(time='07:15')]", calls: ['set_alarm {"time":"07:15"}'] },
  'the token of the end in a string': {
    message: "<|python_start|>[say(text='<|python_end|>]')]<|python_end|>",
    calls: ['say {"text":"<|python_end|>]"}'],
  },
  'only the second token': { tools, message: '[now()]<|python_end|>', calls: ['now {}'] },
};

const repaired: Readonly<Record<string, Case>> = {
  'JSON between the tokens': {
    message: '<|python_start|>{"name": "now", "parameters": {}}<|python_end|>',
    calls: ['now {}'],
  },
  'the header of the turn': {
    message: '<|header_start|>assistant<|header_end|>\n\n<|python_start|>[now()]<|python_end|><|eot|>',
    calls: ['now {}'],
  },
  'only the first token': {
    message: "<|python_start|>[set_alarm(time='07:15')]",
    calls: ['set_alarm {"time":"07:15"}'],
    problems: ['call-repaired: <|python_end|> was missing'],
  },
  'only the first token, and the end of the turn': {
    message: '<|python_start|>[now()]<|eom|>',
    calls: ['now {}'],
    problems: ['call-repaired: was missing before <|eom|>'],
  },
  'no list': { message: '<|python_start|>now()<|python_end|>', calls: ['now {}'] },
};

const notRun: Readonly<Record<string, Case>> = {
  'code between the tokens': {
    message: '<|python_start|>import os\nprint(os)<|python_end|>',
    text: 'import os\nprint(os)',
    problems: ['call-rejected'],
  },
  'cut off': {
    message: "<|python_start|>[set_alarm(time='07",
    text: "<|python_start|>[set_alarm(time='07",
    problems: ['call-rejected: ended in the middle'],
  },
  'a list of something else': { tools, message: '[1, 2, 3] are numbers', text: '[1, 2, 3] are numbers' },
};

export const pythonicLlama4: DialectCases = { dialect: 'pythonic_llama4', written, repaired, notRun };
