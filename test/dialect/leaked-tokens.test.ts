import { describe, expect, it } from 'vitest';
import { allDialects } from '../../src/dialect/all-dialects.js';
import { auto } from '../../src/dialect/auto.js';
import { verifies } from '../requirements.js';
import { inPieces, readMessage } from './read-message.js';

const tools = [
  {
    name: 'next_bus',
    parameters: { type: 'object', properties: { line: { type: 'string' }, n: { type: 'integer' } } },
  },
];
const call = { name: 'next_bus', arguments: '{"line":"12","n":1}' };

/** Here a name ends before the token: at a bracket, a blank or the end of its line. Nothing is made of it then. */
const endsBefore = new Set(
  'muse_glimmer inkling qwen3_coder seed_oss nested_xml hy_v3 glm47 glm45 poolside_v1 mistral functionary_v31 minicpm5 functionary_v32 langchain_xml glm4 morph_xml yaml_xml gemma4 functiongemma lfm2 minicpm3 olmo3 pythonic_llama4 tool_code bfcl pythonic y_agent y_agent_longcat y_agent_generic y_agent_dsml y_agent_minimax'.split(
    ' ',
  ),
);

describe('special tokens beside the name of a tool', () => {
  for (const dialect of allDialects) {
    it(`are left out of it in ${dialect.name}`, () => {
      verifies('dialects.names.tokens');
      const text = String(dialect.renderCalls([call], { tools }));
      for (const leaked of ['next_bus<|channel|>commentary', 'next_bus<|constrain|>json']) {
        const message = text.replace('next_bus', leaked);
        for (const reader of [dialect, auto]) {
          const read = readMessage(reader, [message], { tools });
          expect(readMessage(reader, inPieces(message, 1), { tools })).toEqual(read);
          // In harmony such tokens stand behind the name by right.
          if (endsBefore.has(dialect.name) || dialect.name === 'harmony') {
            for (const { name } of read.calls) expect(name).toBe(call.name);
            continue;
          }
          const calls = read.calls.map(({ name, arguments: args }) => ({
            name,
            arguments: args.replaceAll(/\s/g, ''),
          }));
          expect(calls, `${reader.name} ${message}`).toEqual([call]);
          expect(read.problems.map(({ message }) => message)).toContainEqual(
            expect.stringContaining('beside its name'),
          );
        }
      }
    });
  }
});
