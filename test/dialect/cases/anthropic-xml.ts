import type { Case, DialectCases } from '../case.js';

const block = (inner: string): string => `<function_calls>\n${inner}\n</function_calls>`;
const read = '<invoke name="read">\n<parameter name="path">a.txt</parameter>\n</invoke>';
const tools = [
  {
    name: 'read',
    parameters: { type: 'object', properties: { path: { type: 'string' }, lines: { type: 'integer' } } },
  },
  {
    name: 'write',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        content: { type: 'string' },
        tags: { type: 'array' },
        dry: { type: 'boolean' },
      },
    },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: block(read), calls: ['read {"path":"a.txt"}'] },
  'text, then two calls, then text': {
    message: `I look.\n\n${block(`${read}\n<invoke name="now">\n</invoke>`)}\nDone.`,
    text: 'I look.\nDone.',
    calls: ['read {"path":"a.txt"}', 'now {}'],
  },
  'values typed by the schema': {
    message: block(
      '<invoke name="write">\n<parameter name="path">7</parameter>\n<parameter name="tags">["a", 1.0]</parameter>\n<parameter name="dry">True</parameter>\n<parameter name="content">null</parameter>\n</invoke>',
    ),
    tools,
    calls: ['write {"path":"7","tags":["a", 1.0],"dry":true,"content":"null"}'],
  },
  'all on one line': {
    message:
      'Ok<function_calls><invoke name="read"><parameter name="path">a</parameter><parameter name="lines">12</parameter></invoke></function_calls>',
    tools,
    text: 'Ok',
    calls: ['read {"path":"a","lines":12}'],
  },
  'white space is part of a value, a line break at both ends is not': {
    message: block(
      '<invoke name="write"><parameter name="path"> a </parameter><parameter name="content">\n\n  x\n\n</parameter></invoke><invoke name="write"><parameter name="content">x\n</parameter></invoke>',
    ),
    calls: ['write {"path":" a ","content":"\\n  x\\n"}', 'write {"content":"x\\n"}'],
  },
  'entities and quotes stay as they are': {
    message: block('<invoke name="w"><parameter name="c">a &lt; b && "c" < d > e \\n</parameter></invoke>'),
    calls: ['w {"c":"a &lt; b && \\"c\\" < d > e \\\\n"}'],
  },
  'closing tags within a line of a value': {
    message: block(
      '<invoke name="write">\n<parameter name="path">a</parameter>\n<parameter name="content">the </parameter> and </invoke> tags</parameter>\n</invoke>',
    ),
    calls: ['write {"path":"a","content":"the </parameter> and </invoke> tags"}'],
  },
  'a whole example within a value': {
    message: block(
      `<invoke name="write">\n<parameter name="content">Write:\n${block(read)}\nThat is all.</parameter>\n<parameter name="path">b</parameter>\n</invoke>`,
    ),
    calls: [`write {"content":${JSON.stringify(`Write:\n${block(read)}\nThat is all.`)},"path":"b"}`],
  },
  'a tag named in a value': {
    message: block(
      '<invoke name="write">\n<parameter name="content">Begin with <invoke name="x"> then</parameter>\n</invoke>',
    ),
    calls: ['write {"content":"Begin with <invoke name=\\"x\\"> then"}'],
  },
  'a namespace': {
    message:
      '<function_calls>\n<invoke name="read">\n<parameter name="path">a</parameter>\n</invoke>\n</function_calls>',
    calls: ['read {"path":"a"}'],
  },
  'a namespace of another format': {
    message:
      '<minimax:function_calls><minimax:invoke name="read"><minimax:parameter name="path">a</minimax:parameter></minimax:invoke></minimax:function_calls>',
    calls: ['read {"path":"a"}'],
  },
  'attributes that tell the type': {
    message: block(
      '<invoke name="read"><parameter name="path" string="true">7</parameter><parameter name="lines" string="false">7</parameter></invoke>',
    ),
    calls: ['read {"path":"7","lines":7}'],
  },
  'the old form with tags for names': {
    message:
      '<function_calls>\n<invoke>\n<tool_name>read</tool_name>\n<parameters>\n<path>a.txt</path>\n<lines>3</lines>\n</parameters>\n</invoke>\n</function_calls>',
    tools,
    calls: ['read {"path":"a.txt","lines":3}'],
  },
  'reasoning before it': {
    message: `<thinking>\nHm.\n</thinking>\n${block(read)}`,
    reasoning: 'Hm.',
    calls: ['read {"path":"a.txt"}'],
  },
  'a call without arguments in each form': {
    message: block('<invoke name="a"></invoke>\n<invoke name="b"/>\n<invoke name="c" />\n<invoke name="d">\n</invoke>'),
    calls: ['a {}', 'b {}', 'c {}', 'd {}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'nothing around it, of a known tool': {
    message: `Sure.\n${read}\nThere.`,
    tools,
    text: 'Sure.\nThere.',
    calls: ['read {"path":"a.txt"}'],
  },
  'nothing around it, where no tools were told': {
    message: `Sure.\n${read}`,
    text: 'Sure.',
    calls: ['read {"path":"a.txt"}'],
  },
  'only the closing tag around it': {
    message: `${read}\n</function_calls>`,
    tools,
    calls: ['read {"path":"a.txt"}'],
    problems: ['call-repaired: what opens it was missing'],
  },
  'no closing tag around it': {
    message: `<function_calls>\n${read}\n`,
    calls: ['read {"path":"a.txt"}'],
    problems: ['call-repaired: </function_calls> was missing'],
  },
  'half a closing tag': {
    message: `<function_calls>\n${read}\n</functi`,
    calls: ['read {"path":"a.txt"}'],
    problems: ['call-repaired: </function_calls> was missing'],
  },
  'closing tags missing within': {
    message: block(
      '<invoke name="read"><parameter name="path">a<parameter name="lines">3</parameter><invoke name="now">',
    ),
    tools,
    calls: ['read {"path":"a","lines":3}', 'now {}'],
    problems: [
      'call-repaired: </parameter> was missing; </invoke> was missing',
      'call-repaired: </invoke> was missing before',
    ],
  },
  'an argument closed by the call': {
    message: block('<invoke name="read"><parameter name="path">a</invoke>'),
    calls: ['read {"path":"a"}'],
    problems: ['call-repaired: </parameter> was missing'],
  },
  'names in other quotes, or in none': {
    message: block(
      '<invoke name=\'a\'><parameter name=k>1</parameter></invoke><invoke name="b><parameter name = "k" >2</parameter ></invoke >',
    ),
    calls: ['a {"k":"1"}', 'b {"k":"2"}'],
    problems: ['call-repaired: names without quotes', 'call-repaired: quote was never closed'],
  },
  'the name without its word': {
    message: block('<invoke="read"><parameter name="path">a</parameter></invoke>'),
    calls: ['read {"path":"a"}'],
    problems: ['call-repaired: in another way'],
  },
  'the opening tag twice': {
    message: `<function_calls>${block(read)}`,
    calls: ['read {"path":"a.txt"}'],
    problems: ['call-repaired: stood twice'],
  },
  'one JSON object for all arguments': {
    message: block('<invoke name="read">\n{"path": "</invoke>", "n": 12345678901234567890}\n</invoke>'),
    calls: ['read {"path": "</invoke>", "n": 12345678901234567890}'],
    problems: ['call-repaired: more digits'],
  },
  'the arguments in an argument': {
    message: block('<invoke name="read"><parameter name="arguments">{"path": "a"}</parameter></invoke>'),
    tools,
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: the argument "arguments"'],
  },
  'a bad call between good ones': {
    message: block(
      `<invoke name="now"></invoke>\n<invoke name="x"><parameter name="a">1</parameter><parameter name="a">2</parameter></invoke>\n${read}`,
    ),
    text: '<invoke name="x"><parameter name="a">1</parameter><parameter name="a">2</parameter></invoke>',
    calls: ['now {}', 'read {"path":"a.txt"}'],
    problems: ['call-rejected: stands twice'],
  },
  'the end missing, but every argument there': {
    message:
      '<function_calls>\n<invoke name="read">\n<parameter name="path">a</parameter>\n<parameter name="lines">3</parameter>\n',
    tools,
    calls: ['read {"path":"a","lines":3}'],
    problems: ['call-repaired: </invoke> was missing at the end', 'call-repaired: </function_calls> was missing'],
  },
  'good calls before one that was cut': {
    message: `Go.\n<function_calls>\n${read}\n<invoke name="write">\n<parameter name="content">abc`,
    text: 'Go.\n<invoke name="write">\n<parameter name="content">abc',
    calls: ['read {"path":"a.txt"}'],
    problems: ['call-rejected: The call of write was not run: the message ended in the middle'],
  },
};

const named = block(
  '<invoke name="write">\n<parameter name="content">Use <function_calls>, or <invoke name="x"> here</parameter>\n</invoke>',
);

const notRun: Readonly<Record<string, Case>> = {
  'both tags named in a value, so that its end cannot be told': {
    message: named,
    text: named,
    problems: ['call-rejected: the message ended'],
  },
  'cut between arguments': {
    message: '<function_calls>\n<invoke name="read">\n<parameter name="path">a</parameter>\n',
    tools,
    text: '<function_calls>\n<invoke name="read">\n<parameter name="path">a</parameter>\n',
    problems: ['call-rejected: the message ended in the middle'],
  },
  'cut in a value': {
    message: '<function_calls>\n<invoke name="read">\n<parameter name="path">a</param',
    tools,
    text: '<function_calls>\n<invoke name="read">\n<parameter name="path">a</param',
    problems: ['call-rejected: the message ended in the middle'],
  },
  'alone in a line, of an unknown tool': {
    message: '<invoke name="other">\n<parameter name="a">1</parameter>\n</invoke>',
    tools,
    text: '<invoke name="other">\n<parameter name="a">1</parameter>\n</invoke>',
  },
  'within a sentence': {
    message: 'Write <invoke name="read"><parameter name="path">a</parameter></invoke> for that.',
    tools,
    text: 'Write <invoke name="read"><parameter name="path">a</parameter></invoke> for that.',
  },
  'the tags in a sentence': {
    message: 'Calls stand between <function_calls> and </function_calls>.',
    text: 'Calls stand between <function_calls> and </function_calls>.',
  },
  'in a fence': {
    message: `So:\n\`\`\`xml\n${block(read)}\n\`\`\`\nthat is it.`,
    text: `So:\n\`\`\`xml\n${block(read)}\n\`\`\`\nthat is it.`,
    problems: ['call-ignored'],
  },
  'in reasoning': {
    message: `<thinking>I could ${block(read)}</thinking>\nNo.`,
    reasoning: `I could ${block(read)}`,
    text: 'No.',
    problems: ['call-ignored'],
  },
  'a __proto__ argument': {
    message: block('<invoke name="x"><parameter name="__proto__">{}</parameter></invoke>'),
    text: block('<invoke name="x"><parameter name="__proto__">{}</parameter></invoke>'),
    problems: ['call-rejected: __proto__'],
  },
  'no name': {
    message: block('<invoke name=""></invoke>'),
    text: block('<invoke name=""></invoke>'),
    problems: ['call-rejected: it names no tool'],
  },
  'prose within a call': {
    message: `<function_calls><invoke name="x">what?\n${block(read)}`,
    text: `<function_calls><invoke name="x">what?\n${block(read)}`,
    problems: ['call-rejected: something other than an argument'],
  },
  'a result the model made up': {
    message: `${block(read)}\n<function_results>\nx\n</function_results>\n${block(read)}`,
    calls: ['read {"path":"a.txt"}'],
    problems: ['result-ignored'],
  },
};

export const anthropicXml: DialectCases = { dialect: 'anthropic_xml', written, repaired, notRun };
