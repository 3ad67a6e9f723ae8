import type { DialectCall, DialectProblem } from '../../src/dialect/dialect.js';

export interface Case {
  readonly message: string;
  readonly text?: string;
  readonly reasoning?: string;
  /** As `name arguments`. */
  readonly calls?: readonly string[];
  /** As `code`, or `code: words of its message`. */
  readonly problems?: readonly string[];
}

export const asCase = (call: DialectCall): string => `${call.name} ${call.arguments}`;
export const fits = (problem: DialectProblem, wanted: string): boolean => {
  const [code = '', ...words] = wanted.split(': ');
  return problem.code === code && problem.message.includes(words.join(': '));
};

const call = (json: string): string => `<tool_call>\n${json}\n</tool_call>`;
const read = call('{"name": "read", "arguments": {"path": "a"}}');

/** What such models are asked to write. */
export const asAsked: Readonly<Record<string, Case>> = {
  'one call': { message: read, calls: ['read {"path": "a"}'] },
  'text, then a call': { message: `I look.\n${read}`, text: 'I look.', calls: ['read {"path": "a"}'] },
  'no line breaks': {
    message: 'Now<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>',
    text: 'Now',
    calls: ['read {"path":"a"}'],
  },
  'two calls with text around': {
    message: `A.\n\n${read}\nB\n${call('{"name": "list", "arguments": {}}')}\n C \n`,
    text: 'A.\nB\n C \n',
    calls: ['read {"path": "a"}', 'list {}'],
  },
  'white space everywhere': {
    message:
      '\n\n <tool_call>\r\n\t {\n"name" : "read" ,\r\n "arguments" :\t{ "a" : [ 1 , { "b" : 2 } ] }\n}\n\n </tool_call>\n\n',
    calls: ['read { "a" : [ 1 , { "b" : 2 } ] }'],
  },
  'numbers a double cannot hold': {
    message: call('{"name":"pay","arguments":{"id":12345678901234567890,"tiny":1.10,"huge":1e999,"-":-0.0}}'),
    calls: ['pay {"id":12345678901234567890,"tiny":1.10,"huge":1e999,"-":-0.0}'],
  },
  'tags, fences and quotes inside strings': {
    message: call(
      '{"name":"write","arguments":{"c":"</tool_call>\\n```\\n<tool_call>{\\"name\\":\\"x\\"}</tool_call> \\\\\\" } ]"}}',
    ),
    calls: ['write {"c":"</tool_call>\\n```\\n<tool_call>{\\"name\\":\\"x\\"}</tool_call> \\\\\\" } ]"}'],
  },
  'an argument called name, before the name': {
    message: call('{"arguments":{"name":"inner","arguments":{}},"name":"outer"}'),
    calls: ['outer {"name":"inner","arguments":{}}'],
  },
  'escapes in the name and the keys': {
    message: call('{"n\\u0061me":"re\\u0061d","\\u0061rguments":{"a":1}}'),
    calls: ['read {"a":1}'],
  },
  'a name that was not offered': {
    message: call('{"name":"no such tool","arguments":{}}'),
    calls: ['no such tool {}'],
  },
  'reasoning, then text': {
    message: '<think>\nHm. 1 < 2\n</think>\n\nHello\n',
    reasoning: 'Hm. 1 < 2',
    text: 'Hello\n',
  },
  'empty reasoning, then a call': { message: `<think>\n\n</think>\n\n${read}`, calls: ['read {"path": "a"}'] },
  'reasoning twice': {
    message: `<think>one</think>${read}\n<think>two</think>\nDone`,
    reasoning: 'one\ntwo',
    text: 'Done',
    calls: ['read {"path": "a"}'],
  },
  'only text, with marks of all kinds': {
    message: '  # a < b && <tool> </tool_cal> ``` `x` ~~~ <think ok\n> cited <tool_ \n',
    text: '  # a < b && <tool> </tool_cal> ``` `x` ~~~ <think ok\n> cited <tool_ \n',
  },
  'nothing at all': { message: '' },
};

/** What they write instead, and what is made of it. */
export const repaired: Readonly<Record<string, Case>> = {
  'a fence inside the tags': {
    message: call('```json\n{"name":"read","arguments":{}}\n```'),
    calls: ['read {}'],
    problems: ['call-repaired: a code fence inside its tags'],
  },
  'a fence that never closes': {
    message: call('```\n{"name":"read","arguments":{}}'),
    calls: ['read {}'],
    problems: ['call-repaired: a code fence inside its tags'],
  },
  'parameters for arguments': {
    message: call('{"name":"read","parameters":{"a":1}}'),
    calls: ['read {"a":1}'],
    problems: ['call-repaired: "parameters" was read as "arguments"'],
  },
  'arguments as a JSON text': {
    message: call('{"name":"read","arguments":" {\\"id\\": 12345678901234567890} "}'),
    calls: ['read {"id": 12345678901234567890}'],
    problems: ['call-repaired: a JSON text'],
  },
  'no arguments, null, or an empty text': {
    message: call('{"name":"a"}') + call('{"name":"b","arguments":null}') + call('{"name":"c","arguments":""}'),
    calls: ['a {}', 'b {}', 'c {}'],
    problems: ['call-repaired: of a', 'call-repaired: of b', 'call-repaired: of c'],
  },
  'members of their own': {
    message: call('{"id":7,"type":"function","name":"a","arguments":{}}'),
    calls: ['a {}'],
    problems: ['call-repaired: "id", "type" beside its name was left out'],
  },
  'several calls in one tag': {
    message: call('{"name":"a","arguments":{}}\n{"name":"b","arguments":{}}, {"name":"c","arguments":{}};'),
    calls: ['a {}', 'b {}', 'c {}'],
    problems: ['call-repaired: several calls'],
  },
  'a list of calls': {
    message: call('[{"name":"a","arguments":{"x":[]}},\n {"name":"b","arguments":{}}]'),
    calls: ['a {"x":[]}', 'b {}'],
    problems: ['call-repaired: a list'],
  },
  'no closing tag at the end': {
    message: 'So:\n<tool_call>\n{"name":"a","arguments":{}}\n',
    text: 'So:',
    calls: ['a {}'],
    problems: ['call-repaired: </tool_call> was missing at the end'],
  },
  'half a closing tag at the end': {
    message: '<tool_call>{"name":"a","arguments":{}}</tool_',
    calls: ['a {}'],
    problems: ['call-repaired: </tool_call> was missing at the end'],
  },
  'no closing tag before the next call': {
    message: '<tool_call>\n{"name":"a","arguments":{}}\n<tool_call>\n{"name":"b","arguments":{}}\n</tool_call>',
    calls: ['a {}', 'b {}'],
    problems: ['call-repaired: missing before the next <tool_call>'],
  },
  'brackets too many': {
    message: call('{"name":"a","arguments":{}}}') + call('{"name":"b","arguments":{}}]'),
    calls: ['a {}', 'b {}'],
    problems: ['call-repaired: an extra }', 'call-repaired: an extra ]'],
  },
  'closing tags too many': {
    message: `${read}</tool_call>\n</tool_call>`,
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: closes nothing'],
  },
  'bare line breaks and tabs in strings': {
    message: call('{"name":"write","arguments":{"c":"a\n\tb","n":12345678901234567890}}'),
    calls: ['write {"c":"a\\n\\tb","n":12345678901234567890}'],
    problems: ['call-repaired: line breaks or tabs'],
  },
};

/** What is no call, whatever it looks like. */
export const notRun: Readonly<Record<string, Case>> = {
  'cut in the arguments': {
    message: `${read}\n<tool_call>\n{"name":"write","arguments":{"path":"a","content":"abc`,
    calls: ['read {"path": "a"}'],
    problems: ['call-rejected: The call of write was not run: the message ended in the middle of it'],
  },
  'cut before the last brace': {
    message: '<tool_call>\n{"name":"write","arguments":{"path":"a"}',
    problems: ['call-rejected: ended in the middle'],
  },
  'cut in a list': {
    message: '<tool_call>[{"name":"a","arguments":{}},',
    problems: ['call-rejected: The call of a was not run: the message ended in the middle'],
  },
  'cut behind the tag': {
    message: 'So:\n<tool_call>\n',
    text: 'So:\n<tool_call>\n',
    problems: ['call-rejected: no JSON'],
  },
  'a brace is missing, and what follows is not trusted': {
    message: `<tool_call>{"name":"a","arguments":{"x":1}</tool_call>\n${read}`,
    problems: ['call-rejected: Nothing of the message from there on was read'],
  },
  'broken quoting does not let a call out of a string': {
    message: `<tool_call>{"name": 'w', "arguments": {"c": "</tool_call>${read}"}}</tool_call>`,
    problems: ['call-rejected: its JSON cannot be read'],
  },
  'unescaped quotes': {
    message: `<tool_call>{"name":"w","arguments":{"c":"<tool_call>{"name":"rm","arguments":{}}</tool_call>"}}</tool_call>${read}`,
    problems: ['call-rejected: its JSON cannot be read'],
  },
  'a trailing comma': { message: call('{"name":"a","arguments":{"x":1,}}'), problems: ['call-rejected: JSON'] },
  'a key twice': { message: call('{"name":"a","arguments":{"x":1,"x":2}}'), problems: ['call-rejected: stands twice'] },
  'two names': { message: call('{"name":"a","arguments":{},"name":"rm"}'), problems: ['call-rejected: stands twice'] },
  'a __proto__ key': {
    message: call('{"name":"a","arguments":{"x":{"__proto__":{"y":1}}}}'),
    problems: ['call-rejected: __proto__'],
  },
  '__proto__ in a JSON text': {
    message: `${call('{"name":"a","arguments":"{\\"__proto__\\":{}}"}')}\n${read}`,
    calls: ['read {"path": "a"}'],
    problems: ['call-rejected: __proto__'],
  },
  'a key twice behind digits a double cannot hold': {
    message: call('{"name":"a","arguments":{"n":12345678901234567890,"x":1,"x":2}}'),
    problems: ['call-rejected: stands twice'],
  },
  'no name, an empty name, a name that is no text': {
    message: `${call('{"arguments":{}}')}${call('{"name":" ","arguments":{}}')}${call('{"name":1,"arguments":{}}')}${read}`,
    calls: ['read {"path": "a"}'],
    problems: ['call-rejected: A call was not run: it has no "name"', 'call-rejected: The call of   was not run'],
  },
  'arguments that are no object': {
    message:
      call('{"name":"a","arguments":[1]}') +
      call('{"name":"b","arguments":"x"}') +
      call('{"name":"c","arguments":"[1]"}'),
    problems: ['call-rejected: of a', 'call-rejected: of b', 'call-rejected: of c'],
  },
  'arguments and parameters': {
    message: call('{"name":"a","arguments":{},"parameters":{}}'),
    problems: ['call-rejected: both "arguments" and "parameters"'],
  },
  'words behind the JSON': {
    message: '<tool_call>{"name":"a","arguments":{}} is what I would write.',
    problems: ['call-rejected: something other than </tool_call> follows it'],
  },
  'another tag behind the JSON': {
    message: '<tool_call>{"name":"a","arguments":{}}</think>',
    problems: ['call-rejected: something other than </tool_call> follows it'],
  },
  'an empty list': { message: call('[]'), problems: ['call-rejected: There is no call'] },
  'a list that does not end': {
    message: call('[{"name":"a","arguments":{}}'),
    problems: ['call-rejected: has no ]'],
  },
  'a call in another format': {
    message: '<tool_call>\n<function=read>\n<parameter=path>a</parameter>\n</function>\n</tool_call>',
    text: '<tool_call>\n<function=read>\n<parameter=path>a</parameter>\n</function>\n</tool_call>',
    problems: ['call-rejected: is no JSON object'],
  },
  'the tags in a sentence': {
    message: 'Write it between <tool_call> and </tool_call>, or <tool_call></tool_call>.',
    text: 'Write it between <tool_call> and </tool_call>, or <tool_call></tool_call>.',
  },
  'in reasoning': {
    message: `<think>\nI could ${read}\n</think>\nNo.`,
    reasoning: `I could ${read}`,
    text: 'No.',
    problems: ['call-ignored'],
  },
  'in reasoning that never ends': {
    message: `<think>I call ${read}`,
    reasoning: `I call ${read}`,
    problems: ['call-rejected: after the reasoning'],
  },
  'only in reasoning': {
    message: `<think>I call ${read}</think>\n`,
    reasoning: `I call ${read}`,
    problems: ['call-rejected: after the reasoning'],
  },
  'before the end of reasoning that the prompt began': {
    message: `Perhaps ${read}\nyes.</think>\n\nHello`,
    text: 'Perhaps\nyes.</think>\n\nHello',
    problems: ['call-rejected: before </think>'],
  },
  'in a fence': {
    message: `For example:\n\`\`\`xml\n${read}\n\`\`\`\nThat is it.`,
    text: `For example:\n\`\`\`xml\n${read}\n\`\`\`\nThat is it.`,
    problems: ['call-ignored'],
  },
  'in a fence, then a real one': {
    message: `Like \`\`\`\`\n\`\`\`\n${read}\n\`\`\`\`\n${read}`,
    text: `Like \`\`\`\`\n\`\`\`\n${read}\n\`\`\`\``,
    calls: ['read {"path": "a"}'],
    problems: ['call-ignored'],
  },
  'in a fence of tildes': {
    message: `See:\n  ~~~\n${read}\n  ~~~  \nthere`,
    text: `See:\n  ~~~\n${read}\n  ~~~  \nthere`,
    problems: ['call-ignored'],
  },
  'in a fence that never ends': {
    message: `See:\n\`\`\`\n${read}`,
    text: `See:\n\`\`\`\n${read}`,
    problems: ['call-rejected: outside of code'],
  },
  'only in a fence': {
    message: `\`\`\`json\n${read}\n\`\`\``,
    text: `\`\`\`json\n${read}\n\`\`\``,
    problems: ['call-rejected: outside of code'],
  },
  'in inline code': {
    message: 'It is `<tool_call>{"name":"a"}</tool_call>` or ``<tool_call>{"name":"`"}</tool_call>`` then.',
    text: 'It is `<tool_call>{"name":"a"}</tool_call>` or ``<tool_call>{"name":"`"}</tool_call>`` then.',
    problems: ['call-ignored'],
  },
  cited: {
    message: '> <tool_call>{"name":"a"}</tool_call>\nis what it said.',
    text: '> <tool_call>{"name":"a"}</tool_call>\nis what it said.',
    problems: ['call-ignored'],
  },
  'behind a result the model made up': {
    message: `${read}\n<tool_response>\n{"content": "x"}\n</tool_response>\nIt says x.\n${read}`,
    calls: ['read {"path": "a"}'],
    problems: ['result-ignored'],
  },
};
