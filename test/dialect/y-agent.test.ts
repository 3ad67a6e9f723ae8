import { describe, expect, it } from 'vitest';
import type { ParserOptions } from '../../src/dialect/dialect.js';
import { findDialect } from '../../src/dialect/find-dialect.js';
import { verifies } from '../requirements.js';
import { readMessage } from './read-message.js';

const yAgent = findDialect('y_agent');
const json = '{"name":"FileRead","arguments":{"path":"a.txt"}}';
const call = { name: 'FileRead', arguments: '{"path":"a.txt"}' };
const path = { type: 'object', properties: { path: { type: 'string' } } };

const read = (message: string, tools?: ParserOptions['tools']) =>
  readMessage(yAgent, [message], tools === undefined ? {} : { tools });

describe('envelopes', () => {
  it('are the five of y-agent, DSML with either bar', () => {
    verifies('y-agent.parse.tool-call', 'y-agent.parse.longcat', 'y-agent.parse.function-calls');
    verifies('y-agent.parse.dsml', 'y-agent.parse.minimax');
    const tags = [
      'tool_call',
      'longcat_tool_call',
      'function_calls',
      '｜DSML｜function_calls',
      '|DSML|function_calls',
      'minimax:tool_call',
    ];
    for (const tag of tags) expect(read(`<${tag}>${json}</${tag}>`).calls, tag).toEqual([call]);
  });

  it('are taken out of the text, and their calls come in order', () => {
    verifies('y-agent.parse.return', 'y-agent.parse.earliest');
    const one = '<function_calls>{"name":"one"}</function_calls>';
    const two = '<tool_call>{"name":"two","arguments":{"a":"<function_calls>"}}</tool_call>';
    const message = `A\n${one}\nB\n${two}\nC`;
    const { text, calls, problems } = read(message);
    expect(text).toBe('A\nB\nC');
    expect(calls.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(problems.map(({ code }) => code)).toEqual(['call-repaired']);
  });

  it('that are never closed are plain text, with all that follows', () => {
    verifies('y-agent.parse.unclosed');
    const message = `A\n<tool_call>${json}\nB\n<function_calls>${json}</function_calls>`;
    expect(read(message)).toMatchObject({ text: message, calls: [] });
  });

  it('that are empty are left out with a warning', () => {
    verifies('y-agent.parse.empty');
    const { text, calls, problems } = read('A\n<tool_call>\n</tool_call>\nB');
    expect({ text, calls }).toEqual({ text: 'A\nB', calls: [] });
    expect(problems[0]?.message).toContain('An empty <tool_call> block was left out');
  });

  it('with something else in them stay in the text with a warning', () => {
    verifies('y-agent.parse.unrecognised', 'y-agent.parse.inner-json-bad');
    for (const inner of [
      'what?',
      '<b>x</b>',
      '{"name":"a","arguments":"no object"}',
      '{"arguments":{}}',
      `${json} and more`,
    ]) {
      const message = `A <tool_call>${inner}</tool_call> B`;
      const { text, calls, problems } = read(message);
      expect({ text, calls }).toEqual({ text: message, calls: [] });
      expect(
        problems.map(({ code }) => code),
        inner,
      ).toContain('call-rejected');
    }
  });

  it('of MiniMax may lack the opening tag', () => {
    verifies('y-agent.parse.minimax-orphan');
    const { text, calls, problems } = read(
      'A\n<invoke name="FileRead"><parameter name="path">a.txt</parameter></invoke>\n</minimax:tool_call>\nB',
    );
    expect({ text, calls }).toEqual({ text: 'A\nB', calls: [call] });
    expect(problems[0]?.message).toContain('what opens it was missing');
  });
});

describe('inner forms', () => {
  const inner = (text: string, tools?: ParserOptions['tools']) => read(`<tool_call>${text}</tool_call>`, tools);

  it('are JSON, also with line breaks in strings', () => {
    verifies('y-agent.parse.inner-json', 'y-agent.parse.json-newlines');
    expect(inner('{"name":"ToolSearch"}').calls).toEqual([{ name: 'ToolSearch', arguments: '{}' }]);
    const broken = inner('{"name":"FileRead","arguments":{"path":"a\n\tb"}}');
    expect(broken.calls[0]?.arguments).toBe('{"path":"a\\n\\tb"}');
    expect(broken.problems[0]?.code).toBe('call-repaired');
  });

  it('are name and arguments', () => {
    verifies('y-agent.parse.inner-xml');
    expect(inner('<name>FileRead</name><arguments>{"path":"a.txt"}</arguments>').calls).toEqual([call]);
  });

  it('are functions, with all that is left out of them', () => {
    verifies('y-agent.parse.inner-function', 'y-agent.parse.inner-function-lenient');
    const forms = [
      '<function=FileRead><parameter=path>a.txt</parameter></function>',
      '<function=FileRead><parameter=path>a.txt</parameter>',
      '<function=FileRead><parameter=path>a.txt</function>',
      '<function=FileRead><parameter=path>a.txt',
      '<function=FileRead>{"path":"a.txt"}</function>',
    ];
    for (const form of forms) expect(inner(form, [{ name: 'FileRead', parameters: path }]).calls, form).toEqual([call]);
    expect(
      inner('<function=BrowserTool><action>click</action><parameter=ref>7</parameter></function>').calls[0]?.arguments,
    ).toBe('{"action":"click","ref":"7"}');
  });

  it('are invokes of DSML and of MiniMax', () => {
    verifies('y-agent.parse.inner-dsml', 'y-agent.parse.inner-minimax');
    const dsml =
      '<｜DSML｜invoke name="FileRead"><｜DSML｜parameter name="path" string="true">a.txt</｜DSML｜parameter></｜DSML｜invoke>';
    expect(inner(dsml + dsml).calls).toEqual([call, call]);
    const minimax = '<invoke name="FileRead"><parameter name="path">a.txt</parameter></invoke>';
    expect(inner(minimax + minimax).calls).toEqual([call, call]);
    expect(inner('<invoke name="a"><parameter name="n">7</parameter></invoke>').calls[0]?.arguments).toBe('{"n":"7"}');
  });

  it('are names of GLM with pairs, or alone', () => {
    verifies('y-agent.parse.inner-glm', 'y-agent.parse.inner-glm-bare');
    const pairs =
      'FileRead\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n<arg_key>n</arg_key>\n<arg_value>7</arg_value>';
    expect(inner(pairs).calls).toEqual([{ name: 'FileRead', arguments: '{"path":"a.txt","n":7}' }]);
    expect(inner('ToolSearch').calls).toEqual([{ name: 'ToolSearch', arguments: '{}' }]);
  });

  it('are tried in a fixed order', () => {
    verifies('y-agent.parse.inner-order');
    const quoted = '<function=b><invoke name=\\"c\\">d<arg_key>';
    expect(inner(`<name>a</name><arguments>{"x":"${quoted}"}</arguments>`).calls).toMatchObject([{ name: 'a' }]);
    expect(inner('<function=b><parameter=x><invoke name="c">d<arg_key></parameter></function>').calls).toMatchObject([
      { name: 'b' },
    ]);
    expect(
      inner('<invoke name="c"><parameter name="x">d<arg_key>{"name":"e"}</parameter></invoke>').calls,
    ).toMatchObject([{ name: 'c' }]);
    expect(inner('d\n<arg_key>x</arg_key><arg_value>{"name":"e"}</arg_value>').calls).toMatchObject([{ name: 'd' }]);
  });

  it('that hold only text are typed by the schema', () => {
    verifies('y-agent.parse.string-coercion');
    const tools = [
      {
        name: 'FileRead',
        parameters: { type: 'object', properties: { line: { type: 'integer' }, all: { type: 'boolean' } } },
      },
    ];
    const forms = [
      '<function=FileRead><parameter=line>7</parameter><parameter=all>true</parameter></function>',
      '<invoke name="FileRead"><parameter name="line">7</parameter><parameter name="all">true</parameter></invoke>',
      '<|invoke name="FileRead"><|parameter name="line">7</|parameter><|parameter name="all">true</|parameter></|invoke>'
        .replaceAll('<|', '<|DSML|')
        .replaceAll('</|', '</|DSML|'),
    ];
    for (const form of forms) expect(inner(form, tools).calls[0]?.arguments, form).toBe('{"line":7,"all":true}');
  });
});

it('gives ids of call_ and 24 hexadecimal digits', () => {
  verifies('y-agent.parse.ids');
  expect(yAgent.createId({ name: 'FileRead', position: 0 })).toMatch(/^call_[0-9a-f]{24}$/);
});

describe('results', () => {
  const results = [
    { name: 'FileRead', text: '{"text":"</tool_result><tool_call>"}', isError: false },
    { name: 'ShellExec', text: 'no such file', isError: true },
  ];

  it('are one message of the user with a block for each call', () => {
    verifies('y-agent.results.prompt-based');
    expect(yAgent.renderResults(results)).toEqual([
      {
        role: 'user',
        text: [
          '<tool_result name="FileRead" success="true">',
          '{"text":"\\u003c/tool_result>\\u003ctool_call>"}',
          '</tool_result>',
          '<tool_result name="ShellExec" success="false">',
          '"no such file"',
          '</tool_result>',
        ].join('\n'),
      },
    ]);
  });

  it('follow the envelope in which the calls are written', () => {
    verifies('y-agent.results.prompt-variants');
    const variants = [
      ['y_agent', '<tool_call>', '<tool_result '],
      ['y_agent_longcat', '<longcat_tool_call>', '<longcat_tool_result '],
      ['y_agent_generic', '<function_calls>', '<function_result '],
      ['y_agent_dsml', '<｜DSML｜function_calls>', '<｜DSML｜tool_result '],
      ['y_agent_minimax', '<minimax:tool_call>', '<minimax:tool_result '],
    ] as const;
    for (const [name, open, result] of variants) {
      const dialect = findDialect(name);
      expect(dialect.renderCalls([call])).toContain(open);
      expect(dialect.renderResults(results)).toMatchObject([{ role: 'user', text: expect.stringContaining(result) }]);
    }
  });
});

it('declares the tools as tags in the prompt, with an example it reads', () => {
  verifies('y-agent.results.prompt-injected');
  const prompt = yAgent.renderPrompt?.([{ name: 'FileRead', description: 'Reads a file.', parameters: path }]) ?? '';
  expect(prompt).toContain(
    '<tool>\n<name>FileRead</name>\n<description>Reads a file.</description>\n<parameters>{"type":"object"',
  );
  expect(read(prompt).calls).toEqual([{ name: 'NAME_OF_THE_TOOL', arguments: '{"argument": "value"}' }]);
});
