import type { ParserTool } from '../src/dialect/dialect.js';

/** A message with calls, and what a plain search for them goes by. */
export interface Sample {
  readonly dialect: string;
  readonly message: string;
  readonly tools: readonly ParserTool[];
  readonly calls: number;
  readonly open: string;
  readonly close: string;
  readonly isJson: boolean;
}

const text = { type: 'string' };
const tools: readonly ParserTool[] = [
  { name: 'read_file', parameters: { type: 'object', properties: { path: text, limit: { type: 'integer' } } } },
  { name: 'write_file', parameters: { type: 'object', properties: { path: text, content: text } } },
];

const prose = `I have read the module and its tests. The loop in \`sum\` skips the last entry, because the bound is off by one,
and the check for an empty list comes too late. I write the file anew with both mended, and read the test behind it.

`;
const source = Array.from(
  { length: 60 },
  (_, line) => `export const value${line} = [${line}, "${line}", { even: ${line % 2 === 0} }]; // entry ${line}\n`,
).join('');

const calls = [
  { name: 'write_file', arguments: { path: 'src/values.ts', content: source } },
  { name: 'read_file', arguments: { path: 'test/values.test.ts', limit: 200 } },
];

/** What a model writes that changes one file and reads another. */
export const samples: readonly Sample[] = [
  {
    dialect: 'hermes',
    message: prose + calls.map((call) => `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`).join('\n'),
    tools,
    calls: 2,
    open: '<tool_call>',
    close: '</tool_call>',
    isJson: true,
  },
  {
    dialect: 'qwen3_coder',
    message: prose + calls.map(asXml).join('\n'),
    tools,
    calls: 2,
    open: '<tool_call>',
    close: '</tool_call>',
    isJson: false,
  },
];

function asXml(call: (typeof calls)[number]): string {
  const parameters = Object.entries(call.arguments).map(([key, value]) => `<parameter=${key}>\n${value}\n</parameter>`);
  return `<tool_call>\n<function=${call.name}>\n${parameters.join('\n')}\n</function>\n</tool_call>`;
}

type Kind = 'arguments' | 'prose' | 'brackets' | 'opening tags' | 'an unclosed call';

/** A message that is mostly one thing, of about this many characters. */
export function messageOf(kind: Kind, size: number): Sample {
  const usual = { dialect: 'hermes', tools, open: '<tool_call>', close: '</tool_call>', isJson: true };
  const filler = source.repeat(Math.ceil(size / source.length)).slice(0, size);
  switch (kind) {
    case 'arguments': {
      const call = { name: 'write_file', arguments: { path: 'a', content: filler } };
      return { ...usual, message: `<tool_call>${JSON.stringify(call)}</tool_call>`, calls: 1 };
    }
    case 'prose':
      return { ...usual, message: prose.repeat(Math.ceil(size / prose.length)).slice(0, size), calls: 0 };
    case 'brackets':
      return { ...usual, message: '<'.repeat(size), calls: 0 };
    case 'opening tags':
      return { ...usual, message: '<tool_call>'.repeat(Math.ceil(size / '<tool_call>'.length)), calls: 0 };
    case 'an unclosed call':
      return {
        ...usual,
        message: `<tool_call>{"name":"write_file","arguments":{"content":"${JSON.stringify(filler).slice(1, -1)}`,
        calls: 0,
      };
  }
}
