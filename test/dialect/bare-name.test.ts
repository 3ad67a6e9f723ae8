import { describe, expect, it } from 'vitest';
import { auto } from '../../src/dialect/auto.js';
import { findDialect } from '../../src/dialect/find-dialect.js';
import { verifies } from '../requirements.js';
import { inPieces, readMessage } from './read-message.js';

const tools = [
  { name: 'now', parameters: { type: 'object', properties: {} } },
  { name: 'list', parameters: { type: 'object', properties: { path: { type: 'string' } } } },
  { name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } },
];

/** A name alone, in the formats that can write a call so: where the call is closed, and where the message ends behind it. */
const closed: Readonly<Record<string, (name: string) => string>> = {
  mistral: (name) => `[TOOL_CALLS]${name}</s>`,
  glm45: (name) => `<tool_call>${name}\n</tool_call>`,
  glm47: (name) => `<tool_call>${name}</tool_call>`,
  hy_v3: (name) => `<tool_calls><tool_call>${name}</tool_call></tool_calls>`,
  qwen3_coder: (name) => `<tool_call>\n<function=${name}/>\n</tool_call>`,
  kimi_k2: (name) =>
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_end|><|tool_calls_section_end|>`,
  deepseek_v31: (name) => `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  solar_open: (name) => `<|tool_call:begin|>k3v9x0q2mz<|tool_call:name|>${name}<|tool_call:end|>`,
  gemma4: (name) => `<|tool_call>call:${name}<tool_call|>`,
  functiongemma: (name) => `<start_function_call>call:${name}<end_function_call>`,
  functionary_v31: (name) => `<function=${name}></function>`,
  nested_xml: (name) => `<tool_call><name>${name}</name></tool_call>`,
  anthropic_xml: (name) => `<function_calls><invoke name="${name}"/></function_calls>`,
  deepseek_v4: (name) => `<｜DSML｜tool_calls>\n<｜DSML｜invoke name="${name}"/>\n</｜DSML｜tool_calls>`,
  morph_xml: (name) => `<${name}/>`,
  harmony: (name) => `<|channel|>commentary to=functions.${name}<|call|>`,
};
const ended: Readonly<Record<string, (name: string) => string>> = {
  mistral: (name) => `[TOOL_CALLS]${name}`,
  mistral_v11: (name) => `[TOOL_CALLS]${name}[ARGS]`,
  glm45: (name) => `<tool_call>${name}`,
  langchain_xml: (name) => `<tool>${name}</tool>`,
  react: (name) => `Action: ${name}\n`,
  harmony: (name) => `<|channel|>commentary to=functions.${name}<|message|>`,
  kimi_k2: (name) => `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>`,
  deepseek_v31: (name) => `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>`,
};

describe('a name without arguments', () => {
  for (const [name, write] of Object.entries(closed)) {
    it(`is a call without arguments in ${name}, whether or not it could have some`, () => {
      verifies('dialects.each.cases');
      for (const reader of [findDialect(name), auto]) {
        for (const tool of ['now', 'list']) expect(callsOf(reader.name, write(tool)), tool).toEqual([`${tool} {}`]);
      }
    });
  }

  for (const [name, write] of Object.entries(ended)) {
    it(`is one at the end of the message in ${name} only if its tool takes none`, () => {
      verifies('dialects.proof.truncated');
      for (const reader of [findDialect(name), auto]) {
        expect(callsOf(reader.name, write('now'))).toEqual(['now {}']);
        for (const tool of name === 'react' ? ['read'] : ['list', 'read'])
          expect(callsOf(reader.name, write(tool)), tool).toEqual([]);
      }
    });
  }

  it('is one before the next call', () => {
    verifies('dialects.each.cases');
    expect(callsOf('mistral', '[TOOL_CALLS]now[TOOL_CALLS]list[TOOL_CALLS]read[ARGS]{"path": "a"}')).toEqual([
      'now {}',
      'list {}',
      'read {"path": "a"}',
    ]);
  });
});

function callsOf(dialect: string, message: string): readonly string[] {
  const reader = findDialect(dialect);
  const read = readMessage(reader, [message], { tools });
  expect(readMessage(reader, inPieces(message, 1), { tools })).toEqual(read);
  return read.calls.map(({ name, arguments: args }) => `${name} ${args}`);
}
