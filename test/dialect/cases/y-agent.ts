import type { Case, DialectCases } from '../case.js';

const tools = [
  {
    name: 'FileRead',
    parameters: { type: 'object', properties: { path: { type: 'string' }, line: { type: 'integer' } } },
  },
  { name: 'ToolSearch', parameters: { type: 'object', properties: {} } },
];

const nested = '<name>FileRead</name><arguments>{"path":"a.txt"}</arguments>';

/** The dialects differ in what they write; each reads every envelope. */
function casesOf(dialect: string, tag: string): DialectCases {
  const block = (inner: string): string => `<${tag}>${inner}</${tag}>`;
  const written: Readonly<Record<string, Case>> = {
    'name and arguments': { message: block(nested), tools, calls: ['FileRead {"path":"a.txt"}'] },
    'no arguments': { message: block('<name>ToolSearch</name>'), tools, calls: ['ToolSearch {}'] },
    'a function with parameters': {
      message: block('<function=FileRead><parameter=path>7</parameter><parameter=line>7</parameter></function>'),
      tools,
      calls: ['FileRead {"path":"7","line":7}'],
    },
    'DSML invokes': {
      message: block(
        '<｜DSML｜invoke name="FileRead"><｜DSML｜parameter name="path" string="true">a.txt</｜DSML｜parameter></｜DSML｜invoke>',
      ),
      tools,
      calls: ['FileRead {"path":"a.txt"}'],
    },
    'two invokes': {
      message: block(
        '\n<invoke name="FileRead">\n<parameter name="path">a</parameter>\n</invoke>\n<invoke name="ToolSearch">\n</invoke>\n',
      ),
      tools,
      calls: ['FileRead {"path":"a"}', 'ToolSearch {}'],
    },
    JSON: {
      message: `I look.\n${block(`{"name":"FileRead","arguments":{"path":"</${tag}>"}}`)}\nThen.`,
      tools,
      text: 'I look.\nThen.',
      calls: [`FileRead {"path":"</${tag}>"}`],
    },
    'several envelopes, of any kind': {
      message: `A\n${block(nested)}\nB\n<minimax:tool_call><invoke name="FileRead"><parameter name="path">b</parameter></invoke></minimax:tool_call>\n<tool_call>{"name":"ToolSearch","arguments":{}}</tool_call>`,
      tools,
      text: 'A\nB',
      calls: ['FileRead {"path":"a.txt"}', 'FileRead {"path":"b"}', 'ToolSearch {}'],
    },
    'reasoning first': {
      message: `<think>Hm</think>\n${block(nested)}`,
      tools,
      reasoning: 'Hm',
      calls: ['FileRead {"path":"a.txt"}'],
    },
  };
  const repaired: Readonly<Record<string, Case>> = {
    'within a line, the close of an envelope that was never opened': {
      message: 'Ok <invoke name="FileRead"><parameter name="path">a</parameter></invoke></minimax:tool_call>',
      tools,
      text: 'Ok',
      calls: ['FileRead {"path":"a"}'],
      problems: ['call-repaired: <minimax:tool_call> was missing'],
      // There it may be prose.
      auto: 'not',
    },
    'line breaks in JSON strings': {
      message: block('{"name":"FileRead","arguments":{"path":"a\n\tb"}}'),
      tools,
      calls: ['FileRead {"path":"a\\n\\tb"}'],
      problems: ['call-repaired: line breaks or tabs'],
    },
    'an empty block': {
      message: `A ${block('\n')} B`,
      tools,
      text: 'A B',
      problems: ['call-ignored: empty'],
      // Without a call in it the tag is only a tag there.
      auto: 'other',
    },
  };
  const notRun: Readonly<Record<string, Case>> = {
    'an envelope that is never closed': {
      message: `So:\n<${tag}><name>FileRead</name><arguments>{"path":"a`,
      tools,
      text: `So:\n<${tag}><name>FileRead</name><arguments>{"path":"a`,
      problems: [`call-rejected: </${tag}> is missing`],
      // The format that is known by the envelope says it in other words.
      ...((tag === 'tool_call' || tag === 'longcat_tool_call') && { auto: 'other' }),
    },
    'something else in it': {
      message: `Between ${block(' some words ')} there.`,
      tools,
      text: `Between ${block(' some words ')} there.`,
      problems: ['call-rejected: no call in any known form'],
      auto: 'other',
    },
    'arguments that are no object': {
      message: block('{"name":"FileRead","arguments":[1]}'),
      tools,
      text: block('{"name":"FileRead","arguments":[1]}'),
      problems: ['call-rejected: its arguments are no JSON object'],
    },
    'in a fence': {
      message: `So:\n\`\`\`\n${block(nested)}\n\`\`\`\nthat is it.`,
      tools,
      text: `So:\n\`\`\`\n${block(nested)}\n\`\`\`\nthat is it.`,
      problems: ['call-ignored'],
    },
  };
  return { dialect, written, repaired, notRun };
}

export const yAgent = casesOf('y_agent', 'tool_call');
export const yAgentLongcat = casesOf('y_agent_longcat', 'longcat_tool_call');
export const yAgentGeneric = casesOf('y_agent_generic', 'function_calls');
export const yAgentDsml = casesOf('y_agent_dsml', '｜DSML｜function_calls');
export const yAgentMinimax = casesOf('y_agent_minimax', 'minimax:tool_call');
