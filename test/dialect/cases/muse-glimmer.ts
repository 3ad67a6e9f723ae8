import type { DialectCases } from '../case.js';

const start = '<|start|>assistant';
const calls = (...invokes: readonly string[]): string =>
  `<atem:function_calls>\n${invokes.join('\n')}\n</atem:function_calls>`;
const invoke = (name: string, ...parameters: readonly string[]): string =>
  `<atem:invoke name="${name}">\n${parameters.map((one) => `${one}\n`).join('')}</atem:invoke>`;
const parameter = (name: string, value: string): string => `<atem:parameter name="${name}">${value}</atem:parameter>`;
const tool = (name: string): string =>
  `${start} to=${name}<|message|>${calls(invoke(name, parameter('city', 'Bern')))}`;

export const museGlimmer: DialectCases = {
  dialect: 'muse_glimmer',
  written: {
    'reasoning and a call': {
      message: ` to=self<|message|>Look it up.<|eom|>${start} to=weather.get<|message|>${calls(invoke('weather.get', parameter('city', 'Bern'), parameter('days', '2')))}<|eot|>`,
      reasoning: 'Look it up.',
      calls: ['weather.get {"city":"Bern","days":2}'],
    },
    'a call without reasoning, ended by the message': {
      message: `to=lamp.set<|message|>${calls(invoke('lamp.set', parameter('on', 'true')))}`,
      calls: ['lamp.set {"on":true}'],
    },
    'calls in several channels': {
      message: `${tool('a.b')}<|eom|>${tool('c.d')}<|eot|>`,
      calls: ['a.b {"city":"Bern"}', 'c.d {"city":"Bern"}'],
    },
    'several calls in one channel': {
      message: `${start} to=a<|message|>${calls(invoke('a', parameter('x', '{"n":[1,2]}')), invoke('b'))}<|eom|>`,
      calls: ['a {"x":{"n":[1,2]}}', 'b {}'],
    },
    'reasoning and an answer': {
      message: ` to=self<|message|>I know the hour.<|eom|>${start} to=user<|message|>It is noon.<|eot|>`,
      reasoning: 'I know the hour.',
      text: 'It is noon.',
    },
    'an answer before a call': {
      message: `to=user<|message|>I look it up.<|eom|>${tool('weather.get')}<|eom|>`,
      text: 'I look it up.',
      calls: ['weather.get {"city":"Bern"}'],
    },
    'values by the schema, white space kept': {
      message: `${start} to=put<|message|>${calls(invoke('put', parameter('id', '007'), parameter('text', '\n a </atem:parameter> b\n')))}<|eot|>`,
      tools: [
        {
          name: 'put',
          parameters: { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' } } },
        },
      ],
      calls: ['put {"id":"007","text":"\\n a </atem:parameter> b\\n"}'],
    },
    'a name that is written twice': {
      message: tool('forecast.forecast'),
      tools: [{ name: 'forecast' }],
      calls: ['forecast {"city":"Bern"}'],
    },
    'reasoning that the prompt has opened': {
      message: `Look it up.<|eom|>${tool('weather.get')}`,
      thinking: 'open',
      reasoning: 'Look it up.',
      calls: ['weather.get {"city":"Bern"}'],
    },
  },
  repaired: {
    'another namespace': {
      message: tool('sky.forecast'),
      tools: [{ name: 'forecast' }],
      calls: ['forecast {"city":"Bern"}'],
      problems: ['call-repaired: was read as "forecast"'],
    },
    'a name that fits two tools': {
      message: tool('y.set'),
      tools: [{ name: 'lamp.set' }, { name: 'clock.set' }],
      calls: ['y.set {"city":"Bern"}'],
    },
    'no end of the reasoning': {
      message: `to=self<|message|>Look it up.${tool('weather.get')}`,
      reasoning: 'Look it up.',
      calls: ['weather.get {"city":"Bern"}'],
    },
    'no close of the call': {
      message: `${start} to=a<|message|><atem:function_calls>\n<atem:invoke name="a">\n${parameter('x', '1')}\n</atem:function_calls><|eom|>`,
      calls: ['a {"x":1}'],
      problems: ['call-repaired: </atem:invoke> was missing'],
    },
  },
  notRun: {
    'a call in reasoning': {
      message: `to=self<|message|>I could ${invoke('door.open', parameter('x', '1'))} but no.<|eom|>${start} to=user<|message|>Fine.<|eot|>`,
      reasoning: `I could ${invoke('door.open', parameter('x', '1'))} but no.`,
      text: 'Fine.',
    },
    'a call in reasoning that was cut off': {
      message: ` to=self<|message|>Should I ${calls(invoke('door.lock', parameter('id', 'a')))}? Not yet`,
      reasoning: `Should I ${calls(invoke('door.lock', parameter('id', 'a')))}? Not yet`,
    },
    'a call in an answer': {
      message: `to=user<|message|>Write ${calls(invoke('a'))} for it.<|eot|>`,
      text: `Write ${calls(invoke('a'))} for it.`,
    },
    'a header in an answer': {
      message: `to=user<|message|>The header is ${tool('a')} as you see.<|eot|>`,
      text: `The header is ${tool('a')} as you see.`,
    },
    'a call that was cut off': {
      message: `${start} to=a<|message|><atem:function_calls>\n<atem:invoke name="a">\n${parameter('x', '1')}\n`,
      text: '<atem:invoke name="a">\n<atem:parameter name="x">1</atem:parameter>',
      problems: ['call-rejected: the message ended in the middle'],
    },
    'prose that begins alike': {
      message: 'to=user is what the header says.',
      text: 'to=user is what the header says.',
    },
    'tags without a channel': {
      message: `Here: ${calls(invoke('a', parameter('x', '1')))}`,
      text: `Here: ${calls(invoke('a', parameter('x', '1')))}`,
    },
  },
};
