import { describe, expect, it } from 'vitest';
import { auto } from '../../src/dialect/auto.js';
import { findDialect } from '../../src/dialect/find-dialect.js';
import { verifies } from '../requirements.js';
import { inPieces, readMessage } from './read-message.js';

/** What closes the calls of a format around the last of them, which is whole without it. */
const closes: Readonly<Record<string, string>> = {
  muse_glimmer: '\n</atem:function_calls>',
  kimi_k3: '<|close|>tools<|sep|>',
  minimax_m3: '\n]<]minimax[>[</tool_call>',
  step3: '<｜tool_call_end｜><｜tool_calls_end｜>',
  hermes: '\n</tool_call>',
  qwen3_coder: '\n</tool_call>',
  seed_oss: '\n</seed:tool_call>',
  nested_xml: '\n</tool_call>',
  hy_v3: '</tool_calls>',
  granite4: '\n</tool_call>',
  ernie45: '\n</tool_call>',
  longcat: '\n</longcat_tool_call>',
  nemotron_v2: ']</TOOLCALL>',
  jamba: ']</tool_calls>',
  minimax_m1: '\n</tool_calls>',
  apriel: ']</tool_calls>',
  hunyuan_a13b: ']</tool_calls>',
  granite: ']',
  phi4_mini_fc: ']<|/tool_call|>',
  internlm2: '<|action_end|>',
  phi4_mini: ']',
  firefunction_v2: ']',
  deepseek_v3: '\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  deepseek_v31: '<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  kimi_k2: '<|tool_call_end|><|tool_calls_section_end|>',
  mistral_v3: ']',
  apertus: ']<|tools_suffix|>',
  cohere_command: '\n]<|END_ACTION|>',
  solar_open: '<|tool_call:end|><|calls|>',
  anthropic_xml: '\n</function_calls>',
  deepseek_v32: '\n</｜DSML｜function_calls>',
  deepseek_v4: '\n</｜DSML｜tool_calls>',
  minimax_m2: '\n</minimax:tool_call>',
  dots: '\n</dots_function_call>',
  gemma4: '<tool_call|>',
  functiongemma: '<end_function_call>',
  lfm2: ']<|tool_call_end|>',
  minicpm3: '\n```\n<|tool_call_end|>',
  olmo3: '</function_calls>',
  pythonic_llama4: ']<|python_end|>',
  tool_code: '\n```',
};

const tools = [
  {
    name: 'edit',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, n: { type: 'integer' }, dry: { type: 'boolean' } },
      required: ['path'],
    },
  },
];
const calls = ['{"path":"a","n":12}', '{"path":"b","n":3}'].map((args) => ({ name: 'edit', arguments: args }));

describe('a close that is missing around whole calls', () => {
  for (const [name, close] of Object.entries(closes)) {
    const dialect = findDialect(name);
    it(`is no loss in ${name}, and is reported`, () => {
      verifies('dialects.proof.truncated', 'design.dialect.truncated');
      const written = String(dialect.renderCalls(calls, { tools }));
      expect(written.endsWith(close), written).toBe(true);
      const whole = written.slice(0, -close.length);
      for (const reader of [dialect, auto]) {
        const reports = (message: string): readonly string[] => {
          const read = readMessage(reader, [message], { tools });
          const found = read.calls.map((call) => ({
            name: call.name,
            arguments: call.arguments.replaceAll(/\s/g, ''),
          }));
          expect(found, `${reader.name} ${message}`).toEqual(calls);
          expect(readMessage(reader, inPieces(message, 1), { tools })).toEqual(read);
          return read.problems.map(({ code }) => code);
        };
        for (const end of ['', '\n', '<|im_end|>', '\n</s>'])
          expect(new Set(reports(whole + end)), reader.name + end).toEqual(new Set(['call-repaired']));
        // Cut anywhere in the close, of which the last part is left out by some models.
        for (let at = 1; at < close.length; at += 1)
          expect(['call-repaired']).toEqual(expect.arrayContaining([...new Set(reports(whole + close.slice(0, at)))]));
        // The last call itself is not whole.
        const cut = whole.slice(0, whole.lastIndexOf('3'));
        expect(readMessage(reader, [cut], { tools }).calls.length).toBeLessThan(2);
      }
    });
  }
});
