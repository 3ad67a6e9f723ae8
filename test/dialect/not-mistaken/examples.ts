const bare = '{"name": "read", "arguments": {"path": "a.txt"}}';

const fenced = (code: string, info = ''): string =>
  `To call it one writes:\n\n\`\`\`${info}\n${code}\n\`\`\`\n\nThat is all.`;
const inline = (code: string): string => `One writes \`${code}\` for that.`;
const cited = (code: string): string =>
  `The manual says:\n\n${code
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}\n\nIs that clear?`;

/** Calls of many formats, each as it stands in its own. */
const calls: Readonly<Record<string, string>> = {
  hermes: `<tool_call>\n${bare}\n</tool_call>`,
  'a list behind [TOOL_CALLS]': `[TOOL_CALLS][${bare}]`,
  'name and [ARGS]': '[TOOL_CALLS]read[ARGS]{"path": "a.txt"}',
  'python tag': '<|python_tag|>{"name": "read", "parameters": {"path": "a.txt"}}',
  'function tag with JSON': '<function=read>{"path": "a.txt"}</function>',
  'function tag with parameters':
    '<tool_call>\n<function=read>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>',
  invoke:
    '<function_calls>\n<invoke name="read">\n<parameter name="path">a.txt</parameter>\n</invoke>\n</function_calls>',
  'tags of LangChain': '<tool>search</tool><tool_input>tides</tool_input>',
  'Thought and Action': 'Thought: I need it.\nAction: search\nAction Input: tides',
  'Action with a list': 'Action: [{"tool_name": "read", "parameters": {"path": "a.txt"}}]',
  'a name behind >>>': '>>>read\n{"path": "a.txt"}',
  'a name line': 'read\n{"path": "a.txt"}',
  'a name and JSON': 'read{"path": "a.txt"}',
  'bare JSON': bare,
  'a Python list': '[read(path="a.txt"), list()]',
  'a Python call': 'read(path="a.txt")',
  functools: `functools[${bare}]`,
  'harmony channel': '<|channel|>commentary to=functions.read<|message|>{"path": "a.txt"}<|call|>',
  DeepSeek:
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read<｜tool▁sep｜>{"path": "a.txt"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  Kimi: '<|tool_calls_section_begin|><|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{"path": "a.txt"}<|tool_call_end|><|tool_calls_section_end|>',
  'GLM pairs': '<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n</tool_call>',
  'a tag named after the tool': '<read>\n<path>a.txt</path>\n</read>',
};

const quoted = Object.entries(calls).flatMap(([name, code]) => [
  [`${name}, in a fence`, fenced(code)],
  [`${name}, in a fence of text`, fenced(code, 'text')],
  [`${name}, cited`, cited(code)],
  ...(code.includes('\n') ? [] : [[`${name}, inline`, inline(code)]]),
]);

/** Calls that are shown and not made. */
export const examples: Readonly<Record<string, string>> = {
  ...(Object.fromEntries(quoted) as Readonly<Record<string, string>>),
  'a JSON call in a fence, with text behind it': `I would call:\n\`\`\`json\n${bare}\n\`\`\`\nbut I may not.`,
  'a JSON call in a fence, as an example': `The format is as follows, for example:\n\n\`\`\`json\n${bare}\n\`\`\``,
  'a JSON call in a fence, as what it looks like': `A call looks like this:\n\`\`\`json\n${bare}\n\`\`\`\n`,
  'a JSON call in a fence of JavaScript': `\`\`\`js\n${bare}\n\`\`\``,
  'a JSON call in tildes': `~~~json\n${bare}\n~~~\nDone.`,
  'a JSON call, with text behind it': `${bare}\n\nis what a call looks like.`,
  'a JSON call, with a comma and text behind it': `${bare}, and then the rest`,
  'a JSON call as an example': `For example:\n${bare}`,
  'a JSON call in a longer list': `[\n${bare},\n{"note": "and so on"}\n]`,
  'a JSON call in a longer object': `{"log": [\n${bare}\n], "count": 1}`,
  'a JSON call in an object that goes on': `{\n  "step": 1,\n  "call":\n  ${bare}\n}`,
  'a transcript with JSON': `User: read a.txt\nAssistant: ${bare}\nTool: hello`,
  'the description of a tool':
    '{"name": "read", "description": "Reads a file", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}',
  'the description of a tool without words':
    '{"name": "read", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}',
  'descriptions of tools':
    '[{"type": "function", "function": {"name": "read", "parameters": {"type": "object", "properties": {}}}}]',
  'a fence of descriptions':
    '```json\n{"name": "list", "description": "Lists", "parameters": {"type": "object", "properties": {}}}\n```',
  'a name and JSON, with text behind it': 'read{"path": "a.txt"} reads it.',
  'a name line with text behind it': 'read\n{"path": "a.txt"}\nreads the file.',
  'a test that compares calls': 'expect(calls).toEqual([\n{"name": "read", "arguments": {"path": "a"}},\n]);',
};
