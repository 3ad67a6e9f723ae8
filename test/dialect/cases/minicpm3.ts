import type { Case, DialectCases } from '../case.js';

const open = '<|tool_call_start|>';
const close = '<|tool_call_end|>';
const marked = (code: string): string => `${open}\n\`\`\`python\n${code}\n\`\`\`\n${close}`;
const tools = [
  { name: 'find', parameters: { type: 'object', properties: { q: { type: 'string' }, n: { type: 'integer' } } } },
];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: marked('find(q="owl", n=2)'), calls: ['find {"q":"owl","n":2}'] },
  'one a line': { message: marked('find(q="owl")\nnow()\n'), calls: ['find {"q":"owl"}', 'now {}'] },
  'words of JSON and of Python': {
    message: marked('set(a=true, b=None, c=[False, null])'),
    calls: ['set {"a":true,"b":null,"c":[false,null]}'],
  },
  'thoughts before it, text behind it': {
    message: `<|thought_start|>\nI need to look.\n<|thought_end|>\n${marked('now()')}\nHold on.<|im_end|>`,
    reasoning: 'I need to look.',
    text: 'Hold on.',
    calls: ['now {}'],
  },
  'a fence and its token in a string': {
    message: marked(`write(text="""\`\`\`\n${close}\n\`\`\`""")`),
    calls: [`write {"text":"\`\`\`\\n${close}\\n\`\`\`"}`],
  },
  'a comment': { message: marked('# first\nnow()  # the time\n'), calls: ['now {}'] },
};

const repaired: Readonly<Record<string, Case>> = {
  'the tokens around the fence lost': {
    tools,
    message: '```python\nfind(q="owl", n=2)\n```',
    calls: ['find {"q":"owl","n":2}'],
    // Code in a fence is a call only where the format is known.
    auto: 'not',
  },
  'no fence': {
    message: `${open}\nfind(q="owl")\n${close}`,
    calls: ['find {"q":"owl"}'],
    problems: ['call-repaired: the code fence around it was missing'],
    // Without the fence it is how others write calls.
    auto: 'other',
  },
  'no end': {
    message: `${open}\n\`\`\`python\nnow()\n\`\`\`\n`,
    calls: ['now {}'],
    problems: [`call-repaired: ${close} was missing`],
  },
  'no end of the fence': { message: `${open}\n\`\`\`python\nnow()\n${close}`, calls: ['now {}'] },
  'the tokens lost': {
    tools,
    message: 'find(q="owl", n=2)',
    calls: ['find {"q":"owl","n":2}'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off': {
    message: `${open}\n\`\`\`python\nfind(q="o`,
    text: `${open}\n\`\`\`python\nfind(q="o`,
    problems: ['call-rejected: ended in the middle'],
  },
  'code that is no call': {
    message: marked('x = 1'),
    text: marked('x = 1'),
    problems: ['call-rejected: there is no ( behind x'],
  },
  'a fence of its own': {
    tools,
    message: 'Like this:\n```python\nfind(q="owl")\n```\nor so.',
    text: 'Like this:\n```python\nfind(q="owl")\n```\nor so.',
    problems: ['call-ignored'],
    auto: 'not',
  },
};

export const minicpm3: DialectCases = { dialect: 'minicpm3', written, repaired, notRun };
