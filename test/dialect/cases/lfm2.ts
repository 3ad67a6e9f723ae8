import type { Case, DialectCases } from '../case.js';

const open = '<|tool_call_start|>';
const close = '<|tool_call_end|>';
const marked = (text: string): string => `${open}${text}${close}`;
const tune = '[tune(station="P3", volume=4)]';
const tuned = 'tune {"station":"P3","volume":4}';
const tools = [
  {
    name: 'tune',
    parameters: { type: 'object', properties: { station: { type: 'string' }, volume: { type: 'integer' } } },
  },
];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: marked(tune), calls: [tuned] },
  'text on both sides': {
    message: `I tune in.\n${marked(tune)}\nDone.`,
    text: 'I tune in.\nDone.',
    calls: [tuned],
  },
  'several, in one block and in two': {
    message: `${marked('[a(x=1), b()]')}${marked('[c(y=[1, 2])]')}<|im_end|>`,
    calls: ['a {"x":1}', 'b {}', 'c {"y":[1,2]}'],
  },
  'without brackets': { message: marked('a(x=1)'), calls: ['a {"x":1}'] },
  'words of JSON': {
    message: marked('[a(x=true, y=null, z={"k": false})]'),
    calls: ['a {"x":true,"y":null,"z":{"k":false}}'],
  },
  'JSON in the same tokens': {
    message: marked('[{"name": "tune", "arguments": {"station": "P3"}}]'),
    calls: ['tune {"station": "P3"}'],
  },
  'its tokens and brackets in strings': {
    message: marked(`[say(text="${close} ]) ${open}[x()]")]`),
    calls: [`say {"text":"${close} ]) ${open}[x()]"}`],
  },
  'reasoning before it': {
    message: `<think>\nWhich one?\n</think>\n${marked(tune)}`,
    reasoning: 'Which one?',
    calls: [tuned],
  },
  'the tokens lost': { tools, message: tune, calls: [tuned] },
};

const repaired: Readonly<Record<string, Case>> = {
  'written again behind its end': {
    message: `${marked(tune)}${tune}${close}`,
    calls: [tuned],
    problems: ['call-repaired: written again'],
  },
  'written again, and text behind it': {
    message: `${marked(tune)}\n${tune}${close}\nDone.`,
    text: '\nDone.',
    calls: [tuned],
    problems: ['call-repaired: written again'],
  },
  'no end': { message: `${open}${tune}`, calls: [tuned], problems: [`call-repaired: ${close} was missing`] },
  'no bracket at its end': {
    message: marked('[a(x=1)'),
    calls: ['a {"x":1}'],
    problems: ['call-repaired: ] was missing'],
  },
  'words that Python keeps': {
    message: marked("[mail(from='a', class='b', n=007)]"),
    calls: ['mail {"from":"a","class":"b","n":7}'],
    problems: ['call-repaired: 007'],
  },
  'quotes that were not escaped': {
    message: marked("[run(cmd='sed -n '1,5p' f', n=1)]"),
    calls: [`run {"cmd":"sed -n '1,5p' f","n":1}`],
    problems: ['call-repaired: quotes within'],
  },
  'line breaks and tabs in a string': {
    message: marked("[write(text='a\n\tb')]"),
    calls: ['write {"text":"a\\n\\tb"}'],
    problems: ['call-repaired: line breaks'],
  },
  'the tokens lost, and text right behind it': {
    tools,
    message: `${tune}Tuning in.`,
    text: 'Tuning in.',
    calls: [tuned],
    // Where the format is not known, only a list that ends the message is a call.
    auto: 'not',
  },
  'the tokens and the brackets lost': {
    tools,
    message: 'tune(station="P3", volume=4)',
    calls: [tuned],
  },
  'the second call cut off': {
    message: `${open}[a(x=1), b(y="`,
    text: 'b(y="',
    calls: ['a {"x":1}'],
    problems: ['call-rejected: The call of b'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off': { message: `${open}[a(x=1`, text: `${open}[a(x=1`, problems: ['call-rejected: ended in the middle'] },
  'something to evaluate': {
    message: marked('[a(x=now())]'),
    text: marked('[a(x=now())]'),
    problems: ['call-rejected: now is no value'],
  },
  'nothing in it': { message: marked('[]'), text: marked('[]'), problems: ['call-rejected'] },
  'in quoted code': {
    message: `It is \`${marked(tune)}\` then.`,
    text: `It is \`${marked(tune)}\` then.`,
    problems: ['call-ignored'],
  },
  'a key that is not accepted': {
    message: marked('[a(__proto__={"x": 1})]'),
    text: marked('[a(__proto__={"x": 1})]'),
    problems: ['call-rejected: __proto__'],
  },
};

export const lfm2: DialectCases = { dialect: 'lfm2', written, repaired, notRun };
