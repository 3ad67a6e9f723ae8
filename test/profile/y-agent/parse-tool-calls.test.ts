import { expect, it } from 'vitest';
import { parse_tool_calls } from '../../../src/systems/y-agent/index.js';
import { verifies } from '../../requirements.js';

const id = expect.stringMatching(/^call_[0-9a-f]{24}$/);
const read = { id, name: 'FileRead', arguments: { path: 'a.txt' } };

/** The table of formats in the document, a sample of each. */
const samples: readonly (readonly [string, string])[] = [
  ['XML-tagged', '<tool_call><name>FileRead</name><arguments>{"path":"a.txt"}</arguments></tool_call>'],
  ['JSON', '<tool_call>{"name":"FileRead","arguments":{"path":"a.txt"}}</tool_call>'],
  [
    'DeepSeek',
    '<｜DSML｜function_calls><｜DSML｜invoke name="FileRead"><｜DSML｜parameter name="path" string="true">a.txt</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>',
  ],
  [
    'MiniMax',
    '<minimax:tool_call><invoke name="FileRead"><parameter name="path">a.txt</parameter></invoke></minimax:tool_call>',
  ],
  ['GLM4', '<tool_call>FileRead\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value></tool_call>'],
  ['Qwen3Coder', '<tool_call><function=FileRead><parameter=path>a.txt</parameter></function></tool_call>'],
  ['LongCat', '<longcat_tool_call>{"name":"FileRead","arguments":{"path":"a.txt"}}</longcat_tool_call>'],
];

it.each(samples)('reads the format of %s, in code too', (_provider, text) => {
  verifies('y-agent.parse.return', 'y-agent.parse.code-blocks');
  expect(parse_tool_calls(`First.\n${text}`)).toEqual({ text: 'First.', calls: [read], warnings: [] });
  expect(parse_tool_calls(`\`\`\`\n${text}\n\`\`\``).calls).toEqual([read]);
});

it('gives all calls in order, and warns of what it repaired or could not read', () => {
  verifies('y-agent.parse.return', 'y-agent.parse.inner-json-bad');
  const [, json] = samples[1] ?? [];
  const several = parse_tool_calls(`${samples[0]?.[1]} and ${json}`);
  expect(several.calls).toEqual([read, read]);
  const bad = '<tool_call>{"name":"FileRead","arguments":[1]}</tool_call>';
  const kept = parse_tool_calls(`Hm. ${bad}`);
  expect(kept).toEqual({ text: `Hm. ${bad}`, calls: [], warnings: [expect.any(String)] });
  const repaired = parse_tool_calls('<tool_call>{"name":"FileWrite","arguments":{"content":"a\nb"}}</tool_call>');
  expect(repaired.calls).toMatchObject([{ arguments: { content: 'a\nb' } }]);
  expect(repaired.warnings).toHaveLength(1);
  expect(parse_tool_calls('plain')).toEqual({ text: 'plain', calls: [], warnings: [] });
});
