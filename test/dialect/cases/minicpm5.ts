import type { Case, DialectCases } from '../case.js';

const tools = [
  {
    name: 'save',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string' }, line: { type: 'integer' }, tags: { type: 'array' } },
      required: ['code'],
    },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];

const save = '<function name="save"><param name="code">x</param></function>';

const written: Readonly<Record<string, Case>> = {
  'one call': { message: save, tools, calls: ['save {"code":"x"}'] },
  'no tools told': { message: `Ok.\n${save}`, text: 'Ok.', calls: ['save {"code":"x"}'] },
  'a value in CDATA': {
    message:
      '<function name="save"><param name="code"><![CDATA[\nif (a<b) {}</param></function>\n]]></param></function>',
    tools,
    calls: ['save {"code":"\\nif (a<b) {}</param></function>\\n"}'],
  },
  'white space around CDATA': {
    message: '<function name="save">\n  <param name="code">\n    <![CDATA[a]]>\n  </param>\n</function>',
    tools,
    calls: ['save {"code":"a"}'],
  },
  'typed by the schema': {
    message:
      '<function name="save"><param name="code">7</param><param name="line">7</param><param name="tags">["a"]</param></function>',
    tools,
    calls: ['save {"code":"7","line":7,"tags":["a"]}'],
  },
  'several, with text between': {
    message: `A\n${save}\nB\n${save}\n<function name="now"></function>\nC`,
    tools,
    text: 'A\nB\nC',
    calls: ['save {"code":"x"}', 'save {"code":"x"}', 'now {}'],
  },
  'right behind a word': { message: `Ok${save}`, tools, text: 'Ok', calls: ['save {"code":"x"}'] },
  'single quotes': {
    message: "<function name='save'><param name='code'>x</param></function>",
    tools,
    calls: ['save {"code":"x"}'],
  },
  'reasoning first': {
    message: `<think>\nHm\n</think>\n${save}`,
    tools,
    reasoning: 'Hm',
    calls: ['save {"code":"x"}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'the close of the last argument missing': {
    message: '<function name="save"><param name="code">x</function>',
    tools,
    calls: ['save {"code":"x"}'],
    problems: ['call-repaired: </param> was missing'],
  },
  'the end of the turn instead of the close': {
    message: '<function name="save"><param name="code">x</param><|im_end|>',
    tools,
    calls: ['save {"code":"x"}'],
    problems: ['call-repaired: </function> was missing'],
  },
  'tags that ran together': {
    message: '<functionname="save"><paramname="code">x</param></function>',
    tools,
    calls: ['save {"code":"x"}'],
    problems: ['call-repaired: in another way'],
  },
  'marks of the tokenizer': {
    message: '<functionĠname="save">Ċ<paramĠname="code">aĠbĊc</param>Ċ</function>',
    tools,
    calls: ['save {"code":"a b\\nc"}'],
    problems: ['call-repaired: marks of the tokenizer'],
  },
  'the arguments in an argument': {
    message: '<function name="save"><param name="properties">{"code": "x"}</param></function>',
    tools,
    calls: ['save {"code": "x"}'],
    problems: ['call-repaired: the argument "properties"'],
  },
};

const shown = (message: string, why: string): Case => ({
  message,
  tools,
  text: message,
  problems: [`call-rejected: ${why}`],
});

const notRun: Readonly<Record<string, Case>> = {
  'a tool that was not offered': shown(
    '<function name="rm"><param name="code">x</param></function>',
    'no tool of this name',
  ),
  'an argument that the tool does not have': shown(
    '<function name="save"><param name="code">x</param><param name="mode">y</param></function>',
    'no argument "mode"',
  ),
  'an argument twice': shown(
    '<function name="save"><param name="code">x</param><param name="code">y</param></function>',
    'stands twice',
  ),
  'an argument that is missing': shown(
    '<function name="save"><param name="line">1</param></function>',
    '"code" is missing',
  ),
  'an argument without a name': shown('<function name="save"><param>x</param></function>', 'has no name'),
  'cut in CDATA': shown('<function name="save"><param name="code"><![CDATA[x', 'ended in the middle'),
  'XML of another kind': {
    message:
      'See <function name="main" file="a.c"/> or <functional> or <function name="main"><synopsis>x</synopsis></function>',
    tools,
    text: 'See <function name="main" file="a.c"/> or <functional> or <function name="main"><synopsis>x</synopsis></function>',
  },
  'XML of another kind, where a call would stand': {
    message: '<function name="main">\n<synopsis>x</synopsis></function>',
    tools,
    text: '<function name="main">\n<synopsis>x</synopsis></function>',
    problems: ['call-rejected: is no call in any format'],
  },
  'in a fence': {
    message: `\`\`\`xml\n${save}\n\`\`\`\nis how.`,
    tools,
    text: `\`\`\`xml\n${save}\n\`\`\`\nis how.`,
    problems: ['call-ignored'],
  },
};

export const minicpm5: DialectCases = { dialect: 'minicpm5', written, repaired, notRun };
