import { describe, expect, it } from 'vitest';
import { auto } from '../../src/dialect/auto.js';
import { findDialect } from '../../src/dialect/find-dialect.js';
import { verifies } from '../requirements.js';
import { inPieces, readMessage } from './read-message.js';

const tools = [
  {
    name: 'f',
    parameters: {
      type: 'object',
      properties: { text: { type: 'string' }, n: { type: 'integer' }, d: { type: 'object' } },
    },
  },
];

/** What stands around calls of Python. */
const formats: Readonly<Record<string, (call: string) => string>> = {
  pythonic: (call) => `[${call}]`,
  bfcl: (call) => `[${call}]`,
  lfm2: (call) => `<|tool_call_start|>[${call}]<|tool_call_end|>`,
  olmo3: (call) => `<function_calls>\n${call}\n</function_calls>`,
  pythonic_llama4: (call) => `<|python_start|>[${call}]<|python_end|>`,
  tool_code: (call) => `\`\`\`tool_code\n${call}\n\`\`\``,
  minicpm3: (call) => `<|tool_call_start|>\n\`\`\`python\n${call}\n\`\`\`\n<|tool_call_end|>`,
  llama3_json: (call) => `<|python_tag|>${call.replace('f(', 'f.call(')}<|eom_id|>`,
};

const quoted: readonly (readonly [string, object])[] = [
  [`text='say "hi"'`, { text: 'say "hi"' }],
  [`text="it's"`, { text: "it's" }],
  [`text='it\\'s', n=2`, { text: "it's", n: 2 }],
  [`text="say \\"hi\\""`, { text: 'say "hi"' }],
  [`text="""a "b" 'c'\nd"""`, { text: 'a "b" \'c\'\nd' }],
  [`text='''x'y"z'''`, { text: 'x\'y"z' }],
  [`d={"a": 'b"c', 'x': ["it's", {'y': None}]}, n=3`, { d: { a: 'b"c', x: ["it's", { y: null }] }, n: 3 }],
];

const unescaped: readonly (readonly [string, object])[] = [
  [`text='sed -n '1,5p' f'`, { text: "sed -n '1,5p' f" }],
  [`text='say 'hi'', n=1`, { text: "say 'hi'", n: 1 }],
  [`text="a "b", c", n=1`, { text: 'a "b", c', n: 1 }],
  [`text="grep "x" | awk '{print $1}'"`, { text: `grep "x" | awk '{print $1}'` }],
  [`text="f("x", "y")"`, { text: 'f("x", "y")' }],
  [
    `text='python -c "print(latex(3*x, mul_symbol='\\,'))"'`,
    { text: `python -c "print(latex(3*x, mul_symbol='\\,'))"` },
  ],
  [`d={'cmd': 'echo 'x' y'}`, { d: { cmd: "echo 'x' y" } }],
];

describe('quotes in strings of Python', () => {
  for (const [name, written] of Object.entries(formats)) {
    const dialect = findDialect(name);
    it(`are read in ${name}`, () => {
      verifies('dialects.arguments.literals', 'dialects.proof.chunks');
      for (const [args, value] of [...quoted, ...unescaped]) {
        const message = written(`f(${args})`);
        for (const reader of [dialect, auto]) {
          const read = readMessage(reader, [message], { tools });
          expect(
            read.calls.map((call) => JSON.parse(call.arguments) as unknown),
            message,
          ).toEqual([value]);
          expect(readMessage(reader, inPieces(message, 1), { tools })).toEqual(read);
        }
      }
    });

    it(`that were not escaped are reported in ${name}, and refused where they can be read in two ways`, () => {
      verifies('dialects.arguments.repair');
      const problems = (args: string) =>
        readMessage(dialect, [written(`f(${args})`)], { tools }).problems.map(({ code }) => code);
      for (const [args] of quoted) expect(problems(args), args).toEqual([]);
      for (const [args] of unescaped) expect(problems(args), args).toEqual(['call-repaired']);
      expect(problems(`text='a' + b + 'c'`)).toEqual(['call-rejected']);
      expect(problems(`d={'l': ['a', 'b'c', 'd']}`)).toEqual(['call-rejected']);
    });
  }
});
