import type { DialectCases } from '../case.js';

const parameter = (name: string, value: string): string =>
  `<steptml:parameter name="${name}">${value}</steptml:parameter>`;
const invoke = (name: string, ...parameters: readonly string[]): string =>
  `<steptml:invoke name="${name}">${parameters.join('')}</steptml:invoke>`;
const call = (body: string, kind = 'function'): string =>
  `<｜tool_call_begin｜>${kind}<｜tool_sep｜>${body}<｜tool_call_end｜>`;
const section = (...calls: readonly string[]): string =>
  `<｜tool_calls_begin｜>${calls.join('\n')}<｜tool_calls_end｜>`;
const zoom = call(invoke('zoom', parameter('x', '2')));
const tools = [
  {
    name: 'run',
    parameters: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        count: { type: 'integer' },
        options: { type: 'object' },
        dry: { type: 'boolean' },
      },
    },
  },
  { name: 'zoom' },
];

export const step3: DialectCases = {
  dialect: 'step3',
  written: {
    'one call': { message: section(zoom), calls: ['zoom {"x":"2"}'] },
    'words around, in lines': {
      message: `I zoom.\n<｜tool_calls_begin｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="zoom">\n${parameter('x', ' 2 ')}\n</steptml:invoke><｜tool_call_end｜>\n<｜tool_calls_end｜>There.`,
      text: 'I zoom.There.',
      calls: ['zoom {"x":" 2 "}'],
    },
    'white space is part of a value, a line break at both ends is not': {
      message: section(
        call(invoke('run', parameter('code', '  if a:\n    b()\n'))),
        call(invoke('run', parameter('code', '\nfoo\n\n'))),
      ),
      tools,
      calls: ['run {"code":"  if a:\\n    b()\\n"}', 'run {"code":"foo\\n"}'],
    },
    'typed by the schema': {
      message: section(
        call(
          invoke(
            'run',
            parameter('code', 'if a < b: print("x")'),
            parameter('count', '07'),
            parameter('options', '{"a": [1, 2]}'),
            parameter('dry', 'True'),
          ),
        ),
      ),
      tools,
      calls: ['run {"code":"if a < b: print(\\"x\\")","count":7,"options":{"a": [1, 2]},"dry":true}'],
      problems: ['call-repaired: 07 was read as 7'],
    },
    'several calls': { message: section(zoom, call(invoke('now'))), calls: ['zoom {"x":"2"}', 'now {}'] },
    'tags within a value': {
      message: section(call(invoke('run', parameter('code', '<b>a</b> </steptml:parameter> c')))),
      tools,
      calls: ['run {"code":"<b>a</b> </steptml:parameter> c"}'],
    },
    'reasoning that the prompt has opened': {
      message: `I need to zoom.\n</think>\n\n${section(zoom)}`,
      reasoning: 'I need to zoom.',
      calls: ['zoom {"x":"2"}'],
    },
    'numbers as text where text is wanted': {
      message: section(call(invoke('run', parameter('code', '123')))),
      tools,
      calls: ['run {"code":"123"}'],
    },
  },
  repaired: {
    'the name before the tag, and the token that ends the turn': {
      message: `${section(call(`zoom\n${invoke('zoom', parameter('x', '2'))}`))}<|EOT|>`,
      calls: ['zoom {"x":"2"}'],
    },
    'no end of the section': {
      message: `<｜tool_calls_begin｜>${zoom}`,
      calls: ['zoom {"x":"2"}'],
      problems: ['call-repaired: <｜tool_calls_end｜> was missing'],
    },
    'no section': { message: zoom, calls: ['zoom {"x":"2"}'] },
    'no separator': {
      message: section(`<｜tool_call_begin｜>function${invoke('zoom')}<｜tool_call_end｜>`),
      calls: ['zoom {}'],
      problems: ['call-repaired: <｜tool_sep｜> was missing'],
    },
    'no close of the call': {
      message: section(call(`<steptml:invoke name="zoom">${parameter('x', '2')}`)),
      calls: ['zoom {"x":"2"}'],
      problems: ['call-repaired: </steptml:invoke> was missing'],
    },
    'tokens left out by the server': {
      message: `function${invoke('zoom', parameter('x', '2'))}`,
      tools,
      calls: ['zoom {"x":"2"}'],
      problems: ['call-repaired: <｜tool_call_begin｜> was missing'],
    },
  },
  notRun: {
    'another kind, beside a good call': {
      message: section(call(invoke('zoom'), 'widget'), zoom),
      text: call(invoke('zoom'), 'widget'),
      calls: ['zoom {"x":"2"}'],
      problems: ['call-rejected: its kind is "widget"'],
    },
    'a call that was cut off': {
      message: `<｜tool_calls_begin｜>${zoom}<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="zoom">${parameter('x', '3')}`,
      text: `<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="zoom">${parameter('x', '3')}`,
      calls: ['zoom {"x":"2"}'],
      problems: ['call-rejected: the message ended in the middle'],
    },
    'in a code block': {
      message: `For example:\n\`\`\`\n${section(zoom)}\n\`\`\`\nThat is it.`,
      text: `For example:\n\`\`\`\n${section(zoom)}\n\`\`\`\nThat is it.`,
      problems: ['call-ignored'],
    },
    'the tokens of another format': {
      message: 'The token <｜tool_calls_begin｜> has underscores.',
      text: 'The token <｜tool_calls_begin｜> has underscores.',
    },
    'an unknown tool without tokens': {
      message: invoke('other'),
      tools,
      text: invoke('other'),
    },
  },
};
