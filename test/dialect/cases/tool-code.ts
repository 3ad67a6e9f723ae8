import type { Case, DialectCases } from '../case.js';

const fence = (code: string): string => `\`\`\`tool_code\n${code}\n\`\`\``;
const tools = [
  { name: 'snow_depth', parameters: { type: 'object', properties: { pass_name: { type: 'string' } } } },
  { name: 'now' },
];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: fence('snow_depth(pass_name="Furka")'), calls: ['snow_depth {"pass_name":"Furka"}'] },
  'printed, from default_api': {
    message: fence('print(default_api.snow_depth(pass_name="Furka"))'),
    calls: ['snow_depth {"pass_name":"Furka"}'],
  },
  'one a line, text around': {
    message: `I look.\n${fence('snow_depth(pass_name="Furka")\nprint(now())')}\nWait.`,
    text: 'I look.\nWait.',
    calls: ['snow_depth {"pass_name":"Furka"}', 'now {}'],
  },
  'two fences': { message: `${fence('a(x=1)')}\n${fence('b(y=2)')}`, calls: ['a {"x":1}', 'b {"y":2}'] },
  'a fence in a string': {
    message: fence('write(text="""\n```\ncode\n```\n""")'),
    calls: ['write {"text":"\\n```\\ncode\\n```\\n"}'],
  },
  'a comment before it': { message: fence('# how deep?\nnow()'), calls: ['now {}'] },
};

const repaired: Readonly<Record<string, Case>> = {
  'as a list': { message: fence('[a(x=1), b()]'), calls: ['a {"x":1}', 'b {}'], problems: ['call-repaired: a list'] },
  'a name in front of that of the tool': {
    tools,
    message: fence('weather.snow_depth(pass_name="Furka")'),
    calls: ['snow_depth {"pass_name":"Furka"}'],
  },
  'no end of the fence': {
    message: '```tool_code\nnow()\n',
    calls: ['now {}'],
    problems: ['call-repaired: ``` was missing'],
  },
  'no fence': {
    tools,
    message: 'print(default_api.snow_depth(pass_name="Furka"))\nsnow_depth("Grimsel")',
    calls: ['snow_depth {"pass_name":"Furka"}', 'snow_depth {"pass_name":"Grimsel"}'],
    problems: ['call-repaired: names of the schema'],
    // A line of code is a call only where the format is known.
    auto: 'not',
  },
  'other statements behind the calls': {
    message: fence('now()\nfor x in range(3):\n    rm(x)'),
    text: 'for x in range(3):\n    rm(x)',
    calls: ['now {}'],
    problems: ['call-ignored: is not run'],
  },
  'a result that it made up': {
    message: `${fence('now()')}\n\`\`\`tool_output\n12:00\n\`\`\`\nIt is noon.`,
    calls: ['now {}'],
    problems: ['result-ignored'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'a statement that is no call': {
    message: fence('x = now()\nprint(x)'),
    text: fence('x = now()\nprint(x)'),
    problems: ['call-rejected: there is no ( behind x'],
  },
  'cut off': {
    message: '```tool_code\nsnow_depth(pass_name="Fur',
    text: '```tool_code\nsnow_depth(pass_name="Fur',
    problems: ['call-rejected: ended in the middle'],
  },
  'a fence of another language': {
    tools,
    message: '```python\nsnow_depth(pass_name="Furka")\n```',
    text: '```python\nsnow_depth(pass_name="Furka")\n```',
    problems: ['call-rejected'],
    auto: 'not',
  },
  'a call in a sentence': { tools, message: 'The function now() tells it.', text: 'The function now() tells it.' },
};

export const toolCode: DialectCases = { dialect: 'tool_code', written, repaired, notRun };
