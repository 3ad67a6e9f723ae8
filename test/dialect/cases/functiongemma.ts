import type { Case, DialectCases } from '../case.js';

const marked = (call: string): string => `<start_function_call>${call}<end_function_call>`;
const tools = [
  {
    name: 'flash',
    parameters: { type: 'object', properties: { color: { type: 'string' }, times: { type: 'integer' } } },
  },
];

const written: Readonly<Record<string, Case>> = {
  'one call': {
    message: marked('call:flash{color:<escape>red<escape>,times:3}'),
    calls: ['flash {"color":"red","times":3}'],
  },
  'no arguments': { message: marked('call:now{}'), calls: ['now {}'] },
  'several, text around': {
    message: `So: ${marked('call:flash{times:1}')}${marked('call:now{}')} Done.<end_of_turn>`,
    text: 'So: Done.',
    calls: ['flash {"times":1}', 'now {}'],
  },
  'all kinds of values': {
    message: marked('call:set{a:true,b:[1,<escape>x<escape>,{c:2.50}],d:{e:<escape>f<escape>},n:null}'),
    calls: ['set {"a":true,"b":[1,"x",{"c":2.50}],"d":{"e":"f"},"n":null}'],
  },
  'marks of the format in a string': {
    message: marked('call:say{text:<escape>a, b:{c} "d"\n<end_function_call> e<escape>}'),
    calls: ['say {"text":"a, b:{c} \\"d\\"\\n<end_function_call> e"}'],
  },
  'a string of digits': {
    message: marked('call:dial{number:<escape>0041<escape>}'),
    calls: ['dial {"number":"0041"}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'a number in the marks of a string': {
    tools,
    message: marked('call:flash{color:<escape>7<escape>,times:<escape>3<escape>}'),
    calls: ['flash {"color":"7","times":3}'],
  },
  'no quotes': {
    tools,
    message: marked('call:flash{color:dark red,times:3}'),
    calls: ['flash {"color":"dark red","times":3}'],
    problems: ['call-repaired: put in quotes'],
  },
  'no end': {
    message: '<start_function_call>call:flash{times:3}',
    calls: ['flash {"times":3}'],
    problems: ['call-repaired: <end_function_call> was missing'],
  },
  'no end before the next': {
    message: `<start_function_call>call:flash{times:3}${marked('call:now{}')}`,
    calls: ['flash {"times":3}', 'now {}'],
    problems: ['call-repaired: was missing'],
  },
  'a result that it made up': {
    message: `${marked('call:now{}')}<start_function_response>response:now{value:12}<end_function_response>Noon.`,
    calls: ['now {}'],
    problems: ['result-ignored'],
  },
  'the tokens lost': {
    tools,
    message: 'call:flash{color:<escape>red<escape>,times:3}',
    calls: ['flash {"color":"red","times":3}'],
    problems: ['call-repaired: tokens around it'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off in a string': {
    message: '<start_function_call>call:flash{color:<escape>re',
    text: '<start_function_call>call:flash{color:<escape>re',
    problems: ['call-rejected: a string does not end'],
  },
  'cut off in a number': {
    message: '<start_function_call>call:flash{times:1',
    text: '<start_function_call>call:flash{times:1',
    problems: ['call-rejected: ended in the middle'],
  },
  'an argument twice, then a good one': {
    message: `${marked('call:flash{times:1,times:2}')}${marked('call:now{}')}`,
    text: marked('call:flash{times:1,times:2}'),
    calls: ['now {}'],
    problems: ['call-rejected: stands twice'],
  },
  'the token in a sentence': {
    message: 'It writes <start_function_call> first.',
    text: 'It writes <start_function_call> first.',
  },
};

export const functiongemma: DialectCases = { dialect: 'functiongemma', written, repaired, notRun };
