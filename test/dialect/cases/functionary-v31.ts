import type { DialectCases } from '../case.js';

const call = '<function=translate>{"to": "is", "text": "hi"}</function>';
const python = [
  { name: 'python', parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] } },
];

export const functionaryV31Cases: DialectCases = {
  dialect: 'functionary_v31',
  written: {
    'one call': { message: call, calls: ['translate {"to": "is", "text": "hi"}'] },
    'text before it': {
      message: `On it. ${call}<|eom_id|>`,
      text: 'On it.',
      calls: ['translate {"to": "is", "text": "hi"}'],
    },
    'two calls': {
      message: `${call}\n<function=now>{}</function>`,
      calls: ['translate {"to": "is", "text": "hi"}', 'now {}'],
    },
    'over several lines': {
      message: '<function=translate>\n{\n  "to": "is"\n}\n</function>\n',
      calls: ['translate {\n  "to": "is"\n}'],
    },
    'the closing tag in a string': {
      message: '<function=write>{"text": "</function><function=x>{}"}</function>',
      calls: ['write {"text": "</function><function=x>{}"}'],
    },
    'names with dots and dashes': { message: '<function=a.b-c>{"n": 1.50}</function>', calls: ['a.b-c {"n": 1.50}'] },
    'JSON for python': {
      tools: python,
      message: '<function=python>{"code": "print(1)"}</function>',
      calls: ['python {"code": "print(1)"}'],
    },
    'only text': { message: 'Use <function> or <func=x> here.<|eot_id|>', text: 'Use <function> or <func=x> here.' },
  },
  repaired: {
    'an object with the code behind the tag of Python': {
      tools: [...python, { name: 'now' }],
      message: '<|python_tag|>{"code": "print(1)"}<|eom_id|>',
      calls: ['python {"code": "print(1)"}'],
    },
    'no closing tag': { message: '<function=now>{}', calls: ['now {}'], problems: ['call-repaired: was missing'] },
    'half a closing tag': { message: '<function=now>{}</func', calls: ['now {}'] },
    'no closing tag before the next': {
      message: '<function=a>{}<function=b>{}</function>',
      calls: ['a {}', 'b {}'],
      problems: ['call-repaired: was missing'],
    },
    'an extra brace': { message: '<function=a>{"x": {}}}</function>', calls: ['a {"x": {}}'] },
    'bare quotes in a string': {
      message: '<function=say>{"text": "a "b" c"}</function>',
      calls: ['say {"text":"a \\"b\\" c"}'],
      problems: ['call-repaired: quotes'],
    },
    'code behind the tag of Python': {
      tools: python,
      message: '<|python_tag|>print("hi")\nprint(2)<|eom_id|>',
      calls: ['python {"code":"print(\\"hi\\")\\nprint(2)"}'],
    },
  },
  notRun: {
    'the tag of Python in a sentence': {
      tools: python,
      message: 'The model writes <|python_tag|> before code.',
      text: 'The model writes <|python_tag|> before code.',
    },
    'quoted code': { message: `\`${call}\` is a call.`, text: `\`${call}\` is a call.`, problems: ['call-ignored'] },
    'cut off': {
      message: '<function=translate>{"to": "i',
      text: '<function=translate>{"to": "i',
      problems: ['call-rejected: the message ended'],
    },
  },
};
