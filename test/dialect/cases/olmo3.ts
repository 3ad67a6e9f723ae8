import type { Case, DialectCases } from '../case.js';

const block = (text: string): string => `<function_calls>${text}</function_calls>`;
const tools = [
  { name: 'open_file', parameters: { type: 'object', properties: { path: { type: 'string' } } } },
  { name: 'stat' },
];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: block('open_file(path="a.txt")'), calls: ['open_file {"path":"a.txt"}'] },
  'one a line': {
    message: block('\nopen_file(path="a.txt")\nstat(path="b.txt", follow=true)\n'),
    calls: ['open_file {"path":"a.txt"}', 'stat {"path":"b.txt","follow":true}'],
  },
  'values over several lines': {
    message: block('\nwrite(text="""one\n\ntwo()\n""", data={\n  "a": [1,\n 2]\n})\nstat()\n'),
    calls: ['write {"text":"one\\n\\ntwo()\\n","data":{"a":[1,2]}}', 'stat {}'],
  },
  'text before and behind it': {
    message: `I open it.\n${block('stat()')}\nThen more.`,
    text: 'I open it.\nThen more.',
    calls: ['stat {}'],
  },
  'reasoning before it': {
    message: `<think>Let me see.</think>\n${block('stat(x=None)')}<|im_end|>`,
    reasoning: 'Let me see.',
    calls: ['stat {"x":null}'],
  },
  'its tags in a string': {
    message: block('say(text="</function_calls>\\n<function_calls>rm()")'),
    calls: ['say {"text":"</function_calls>\\n<function_calls>rm()"}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'a wrong close': {
    message: '<function_calls>stat()</function_call>',
    calls: ['stat {}'],
    problems: ['call-repaired: was missing before </function_call>', 'call-repaired'],
  },
  'as a list': {
    message: block('[open_file(path="a"), stat()]'),
    calls: ['open_file {"path":"a"}', 'stat {}'],
    problems: ['call-repaired: a list'],
  },
  'no end': {
    message: '<function_calls>\nstat()\n',
    calls: ['stat {}'],
    problems: ['call-repaired: </function_calls> was missing'],
  },
  'text without quotes, keys without quotes': {
    tools,
    message: block('open_file(path=a.txt)\nstat(at={k: 1})'),
    calls: ['open_file {"path":"a.txt"}', 'stat {"at":{"k":1}}'],
    problems: ['call-repaired: a.txt was put in quotes', 'call-repaired: keys were put in quotes'],
  },
  'without tags': {
    tools,
    message: 'open_file(path="a")\nstat()',
    calls: ['open_file {"path":"a"}', 'stat {}'],
  },
  'one that cannot be read': {
    message: block('\nopen_file(path=[x for x in y])\nstat()\n'),
    text: 'open_file(path=[x for x in y])',
    calls: ['stat {}'],
    problems: ['call-rejected: The call of open_file'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off': {
    message: '<function_calls>\nopen_file(path="a',
    text: '<function_calls>\nopen_file(path="a',
    problems: ['call-rejected: ended in the middle'],
  },
  'code in a sentence': {
    tools,
    message: 'Use open_file(path="a") to open it.',
    text: 'Use open_file(path="a") to open it.',
  },
  'a line of code with something behind it': {
    tools,
    message: 'stat() returns facts',
    text: 'stat() returns facts',
  },
  'in a fence': {
    message: `See:\n\`\`\`\n${block('stat()')}\n\`\`\`\nThat is it.`,
    text: `See:\n\`\`\`\n${block('stat()')}\n\`\`\`\nThat is it.`,
    problems: ['call-ignored'],
  },
};

export const olmo3: DialectCases = { dialect: 'olmo3', written, repaired, notRun };
