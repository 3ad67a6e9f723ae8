import type { Case, DialectCases } from '../case.js';

const call = (json: string): string => `<tool_call>\n${json}\n</tool_call>`;
const read = call('{"name": "read", "arguments": {"path": "a"}}');

/** What such models are asked to write. */
const asAsked: Readonly<Record<string, Case>> = {
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
    problems: ['call-repaired: more digits'],
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
const repaired: Readonly<Record<string, Case>> = {
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
    calls: ['7 a {}'],
  },
  'an id': {
    message: call('{"name":"a","arguments":{},"id":"call_7"}'),
    calls: ['call_7 a {}'],
  },
  'members of no known meaning': {
    message: call('{"name":"a","arguments":{},"why":"x"}'),
    calls: ['a {}'],
    problems: ['call-repaired: "why" beside its name was left out'],
  },
  'wrapped as a function': {
    message: call('{"type":"function","id":"c1","function":{"name":"a","arguments":"{\\"x\\":1}"}}'),
    calls: ['c1 a {"x":1}'],
    problems: ['call-repaired: a JSON text'],
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
  'closed by another tag': {
    message: `<tool_call>\n{"name":"a","arguments":{}}\n</function_call>\n${read}`,
    calls: ['a {}', 'read {"path": "a"}'],
    problems: ['call-repaired: </tool_call> was missing before </function_call>'],
  },
  'closed by the opening tag': {
    message: '<tool_call>{"name":"a","arguments":{}}<tool_call>\n<tool_call>{"name":"b","arguments":{}}\n<tool_call>\n',
    calls: ['a {}', 'b {}'],
    problems: ['call-repaired: of a was repaired: </tool_call> was missing', 'call-repaired: of b'],
  },
  'opened twice': {
    message: `<tool_call>\n${read}\n</tool_call>`,
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: A <tool_call> too many', 'call-repaired: closes nothing'],
  },
  'wrapped once more': {
    message: `<tool_calls>\n${read}\n${read}\n</tool_calls>`,
    calls: ['read {"path": "a"}', 'read {"path": "a"}'],
    problems: ['call-repaired: A <tool_calls> around', 'call-repaired: closes nothing'],
  },
  'the opening tag left out': {
    message: '{"name":"read","arguments":{"path":"a"}}\n</tool_call>',
    tools: [{ name: 'read' }],
    calls: ['read {"path":"a"}'],
    auto: 'other',
  },
  'arguments within arguments': {
    message: call('{"name":"read","arguments":{"input":{"path":"a"}}}'),
    tools: [{ name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } }],
    calls: ['read {"path":"a"}'],
    problems: ['call-repaired: stood in one called "input"'],
  },
  'a JSON text, two braces, blanks in the name': {
    message:
      call('"{\\"name\\":\\"a\\",\\"arguments\\":{}}"') +
      call('{{"name":"b","arguments":{}}}') +
      call('{"name":" c ","arguments":{}}'),
    calls: ['a {}', 'b {}', 'c {}'],
    problems: ['call-repaired: a JSON text', 'call-repaired: an extra {', 'call-repaired: white space around its name'],
  },
  YAML: {
    message: call('name: read\narguments:\n  path: a'),
    calls: ['read {"path":"a"}'],
    problems: ['call-repaired: its YAML'],
  },
  'the header of the turn, and ends of others': {
    message: `<|im_start|>assistant\n${read}<|eot_id|></s>`,
    calls: ['read {"path": "a"}'],
  },
  'half a closing tag at the end': {
    message: '<tool_call>{"name":"a","arguments":{}}</tool_',
    calls: ['a {}'],
    problems: ['call-repaired: </tool_call> was missing at the end'],
  },
  'no closing tag before the next call': {
    message: '<tool_call>\n{"name":"a","arguments":{}}\n<tool_call>\n{"name":"b","arguments":{}}\n</tool_call>',
    calls: ['a {}', 'b {}'],
    problems: ['call-repaired: missing before <tool_call>'],
  },
  'brackets too many': {
    message: call('{"name":"a","arguments":{}}}') + call('{"name":"b","arguments":{}}]'),
    calls: ['a {}', 'b {}'],
    problems: ['call-repaired: an extra }', 'call-repaired: an extra ]'],
  },
  'closing tags too many': {
    message: `I look.\n${read}</tool_call>\n</tool_call>`,
    text: 'I look.',
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: closes nothing'],
  },
  'bare line breaks and tabs in strings': {
    message: call('{"name":"write","arguments":{"c":"a\n\tb","n":12345678901234567890}}'),
    calls: ['write {"c":"a\\n\\tb","n":12345678901234567890}'],
    problems: ['call-repaired: line breaks or tabs'],
  },
  'a trailing comma': {
    message: call('{"name":"a","arguments":{"x":1,},}'),
    calls: ['a {"x":1}'],
    problems: ['call-repaired: a comma too many'],
  },
  'single quotes and words of Python': {
    message: call("{'name': 'a', 'arguments': {'x': None, 'y': 'it\\'s', 'z': [True]}}"),
    calls: ['a {"x":null,"y":"it\'s","z":[true]}'],
    problems: ['call-repaired: single quotes'],
  },
  'keys without quotes, and comments': {
    message: call('{name: "a", /* these */ arguments: {x: 1 // one\n}}'),
    calls: ['a {"x":1}'],
    problems: ['call-repaired: keys were put in quotes'],
  },
  'quotes within a string': {
    message: call('{"name":"say","arguments":{"t":"she said "hi" and left","n":1}}'),
    calls: ['say {"t":"she said \\"hi\\" and left","n":1}'],
    problems: ['call-repaired: quotes within its strings'],
  },
  'escapes JSON does not know': {
    message: call('{"name":"run","arguments":{"c":"echo \\$HOME \\d"}}'),
    calls: ['run {"c":"echo $HOME \\\\d"}'],
    problems: ['call-repaired: escapes that JSON does not know'],
  },
  'closed by </think>': {
    message: 'I look.\n<tool_call>\n{"name":"a","arguments":{}}\n</think>\n\nDone',
    text: 'I look.\n\nDone',
    calls: ['a {}'],
    problems: ['call-repaired: </tool_call> was missing before </think>'],
  },
  'closed by the end of the turn': {
    message: '<tool_call>\n{"name":"a","arguments":{}}<|im_end|>\n',
    calls: ['a {}'],
    problems: ['call-repaired: </tool_call> was missing before <|im_end|>'],
  },
  'in reasoning that never ends': {
    message: `<think>I call ${read}`,
    reasoning: 'I call',
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: The reasoning was never closed'],
  },
  'in reasoning that never ends and that the prompt opened': {
    message: `I call\n${read}\nand ${call('{"name":"b","arguments":{}}')}`,
    thinking: 'open',
    reasoning: 'I call',
    text: '\nand',
    calls: ['read {"path": "a"}', 'b {}'],
    problems: ['call-repaired: The reasoning was never closed'],
  },
  'a bad call between good ones': {
    message: `${read}\n${call('{"name": nothing, "arguments": {}}')}\n${read}`,
    text: '\n<tool_call>\n{"name": nothing, "arguments": {}}\n</tool_call>',
    calls: ['read {"path": "a"}', 'read {"path": "a"}'],
    problems: ['call-rejected: its JSON cannot be read'],
  },
  'a bad call beside a good one in one tag': {
    message: call('[{"name":"a","arguments":{}}, {"title":"b"}]'),
    text: '{"title":"b"}',
    calls: ['a {}'],
    problems: ['call-rejected: it has no "name"', 'call-repaired: a list'],
  },
};

/** What is no call, whatever it looks like. */
const notRun: Readonly<Record<string, Case>> = {
  'cut in the arguments': {
    message: `${read}\n<tool_call>\n{"name":"write","arguments":{"path":"a","content":"abc`,
    text: '\n<tool_call>\n{"name":"write","arguments":{"path":"a","content":"abc',
    calls: ['read {"path": "a"}'],
    problems: ['call-rejected: The call of write was not run: the message ended in the middle of it'],
  },
  'cut before the last brace': {
    message: '<tool_call>\n{"name":"write","arguments":{"path":"a"}',
    text: '<tool_call>\n{"name":"write","arguments":{"path":"a"}',
    problems: ['call-rejected: ended in the middle'],
  },
  'cut where quotes within a string look like its end': {
    message: '<tool_call>\n{"name":"w","arguments":{"c":"use {"a":{"b":"x"}}',
    text: '<tool_call>\n{"name":"w","arguments":{"c":"use {"a":{"b":"x"}}',
    problems: ['call-rejected: ended in the middle'],
  },
  'cut in a list': {
    message: '<tool_call>[{"name":"a","arguments":{}},',
    text: '<tool_call>[{"name":"a","arguments":{}},',
    problems: ['call-rejected: The call of a was not run: the message ended in the middle'],
  },
  'cut behind the tag': {
    message: 'So:\n<tool_call>\n',
    text: 'So:\n<tool_call>\n',
    problems: ['call-rejected: no call in any format'],
  },
  'a brace is missing, and what follows is not trusted': {
    message: `<tool_call>{"name":"a","arguments":{"x":1}</tool_call>\n${read}`,
    text: `<tool_call>{"name":"a","arguments":{"x":1}</tool_call>\n${read}`,
    problems: ['call-rejected: Nothing behind it counts as a call'],
  },
  'broken quoting does not let a call out of a string': {
    message: `<tool_call>{"name": 'w', "arguments": {"c": "</tool_call>${read}"}}</tool_call>`,
    text: `<tool_call>{"name": 'w', "arguments": {"c": "</tool_call>${read}"}}</tool_call>`,
    problems: ['call-rejected: its JSON cannot be read'],
  },
  'unescaped quotes around a call': {
    message: `<tool_call>{"name":"w","arguments":{"c":"<tool_call>{"name":"rm","arguments":{}}</tool_call>"}}</tool_call>${read}`,
    text: `<tool_call>{"name":"w","arguments":{"c":"<tool_call>{"name":"rm","arguments":{}}</tool_call>"}}</tool_call>${read}`,
    problems: ['call-rejected: its JSON cannot be read'],
  },
  'a key twice': {
    message: call('{"name":"a","arguments":{"x":1,"x":2}}'),
    text: call('{"name":"a","arguments":{"x":1,"x":2}}'),
    problems: ['call-rejected: stands twice'],
  },
  'two names': {
    message: call('{"name":"a","arguments":{},"name":"rm"}'),
    text: call('{"name":"a","arguments":{},"name":"rm"}'),
    problems: ['call-rejected: stands twice'],
  },
  'a __proto__ key': {
    message: call('{"name":"a","arguments":{"x":{"__proto__":{"y":1}}}}'),
    text: call('{"name":"a","arguments":{"x":{"__proto__":{"y":1}}}}'),
    problems: ['call-rejected: __proto__'],
  },
  '__proto__ in a JSON text': {
    message: `${call('{"name":"a","arguments":"{\\"__proto__\\":{}}"}')}\n${read}`,
    text: call('{"name":"a","arguments":"{\\"__proto__\\":{}}"}'),
    calls: ['read {"path": "a"}'],
    problems: ['call-rejected: __proto__'],
  },
  'a key twice behind digits a double cannot hold': {
    message: call('{"name":"a","arguments":{"n":12345678901234567890,"x":1,"x":2}}'),
    text: call('{"name":"a","arguments":{"n":12345678901234567890,"x":1,"x":2}}'),
    problems: ['call-rejected: stands twice'],
  },
  'no name, an empty name, a name that is no text': {
    message: `${call('{"arguments":{}}')}${call('{"name":" ","arguments":{}}')}${call('{"name":1,"arguments":{}}')}${read}`,
    text: `${call('{"arguments":{}}')}${call('{"name":" ","arguments":{}}')}${call('{"name":1,"arguments":{}}')}`,
    calls: ['read {"path": "a"}'],
    problems: ['call-rejected: A call was not run: it has no "name"'],
  },
  'arguments that are no object': {
    message:
      call('{"name":"a","arguments":[1]}') +
      call('{"name":"b","arguments":"x"}') +
      call('{"name":"c","arguments":"[1]"}'),
    text:
      call('{"name":"a","arguments":[1]}') +
      call('{"name":"b","arguments":"x"}') +
      call('{"name":"c","arguments":"[1]"}'),
    problems: ['call-rejected: of a', 'call-rejected: of b', 'call-rejected: of c'],
  },
  'arguments and parameters': {
    message: call('{"name":"a","arguments":{},"parameters":{}}'),
    text: call('{"name":"a","arguments":{},"parameters":{}}'),
    problems: ['call-rejected: both "arguments" and "parameters"'],
  },
  'words behind the JSON': {
    message: '<tool_call>{"name":"a","arguments":{}} is what I would write.',
    text: '<tool_call>{"name":"a","arguments":{}} is what I would write.',
    problems: ['call-rejected: something other than </tool_call> follows it'],
  },
  'an empty list': { message: call('[]'), text: call('[]'), problems: ['call-rejected: there is nothing before'] },
  'a list that does not end': {
    message: call('[{"name":"a","arguments":{}}'),
    text: call('[{"name":"a","arguments":{}}'),
    problems: ['call-rejected: has no ]'],
  },
  'a description of a tool': {
    message: call('{"name":"a","description":"Does it.","parameters":{"type":"object","properties":{}}}'),
    text: call('{"name":"a","description":"Does it.","parameters":{"type":"object","properties":{}}}'),
    problems: ['call-rejected: it is the description of a tool'],
  },
  'arguments beside the name': {
    message: call('{"name":"a","path":"b"}'),
    text: call('{"name":"a","path":"b"}'),
    problems: ['call-rejected: it has no "arguments", but "path" beside its name'],
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
  'only in reasoning': {
    message: `<think>I call ${read}</think>\n`,
    reasoning: `I call ${read}`,
    problems: ['call-rejected: after the reasoning'],
  },
  'before the end of reasoning that the prompt began': {
    message: `Perhaps ${read}\nyes.</think>\n\nHello`,
    reasoning: 'Perhaps\nyes.',
    text: 'Hello',
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

export const hermes: DialectCases = { dialect: 'hermes', written: asAsked, repaired, notRun };
