import type { Case, DialectCases } from '../case.js';

const tools = [
  {
    name: 'write_file',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, body: { type: 'string' }, lines: { type: 'integer' } },
      required: ['path'],
    },
  },
  {
    name: 'plan',
    parameters: {
      type: 'object',
      properties: {
        title: { type: 'string' },
        steps: {
          type: 'array',
          items: { type: 'object', properties: { do: { type: 'string' }, days: { type: 'number' } } },
        },
        done: { type: 'boolean' },
        meta: { type: 'object' },
      },
    },
  },
  { name: 'where', parameters: { type: 'object', properties: {} } },
];

const written: Readonly<Record<string, Case>> = {
  'comments before and behind its keys': {
    message: '<write_file>\n# where to\n\n# and what\npath: a.txt # here\n</write_file>',
    tools,
    calls: ['write_file {"path":"a.txt"}'],
  },
  'the token that ends the turn': {
    message: '<write_file>\npath: a.txt\n</write_file><|im_end|>',
    tools,
    calls: ['write_file {"path":"a.txt"}'],
  },
  'a mapping with a block': {
    message: '<write_file>\npath: /tmp/a\nbody: |\n  one\n  two\n</write_file>',
    tools,
    calls: ['write_file {"path":"/tmp/a","body":"one\\ntwo\\n"}'],
  },
  'text around, two calls': {
    message: 'Now.\n<where/>\n<write_file>\npath: a\nlines: 12\n</write_file>\nDone.',
    tools,
    text: 'Now.\nDone.',
    calls: ['where {}', 'write_file {"path":"a","lines":12}'],
  },
  'lists and mappings in blocks and in brackets': {
    message:
      '<plan>\ntitle: "Move: house" # soon\nsteps:\n  - do: pack\n    days: 1.50\n  - {do: drive, days: 2}\n</plan>' +
      '\n<plan>\nsteps:\n- do: rest\nmeta: {a: [1, x, true], "b": null}\ndone: true\n</plan>',
    tools,
    calls: [
      'plan {"title":"Move: house","steps":[{"do":"pack","days":1.50},{"do":"drive","days":2}]}',
      'plan {"steps":[{"do":"rest"}],"meta":{"a":[1,"x",true],"b":null},"done":true}',
    ],
  },
  'bare words are typed by the schema': {
    message:
      '<write_file>\npath: 007\nbody: no\nlines: 12345678901234567890\n</write_file>\n<write_file>\npath: null\nbody: 2024-01-01\n</write_file>',
    tools,
    calls: [
      'write_file {"path":"007","body":"no","lines":12345678901234567890}',
      'write_file {"path":"null","body":"2024-01-01"}',
    ],
    problems: ['call-repaired: more digits'],
  },
  'tags and closing tags in a block are data': {
    message:
      '<write_file>\npath: a\nbody: |\n  <write_file>\n  path: x\n  </write_file>\n  <html></html>\n</write_file>',
    tools,
    calls: ['write_file {"path":"a","body":"<write_file>\\npath: x\\n</write_file>\\n<html></html>\\n"}'],
  },
  'folded and chomped blocks': {
    message: '<write_file>\npath: >-\n  long\n  path\n\n  end\nbody: |+\n  a\n    b\n\n</write_file>',
    tools,
    calls: ['write_file {"path":"long path\\nend","body":"a\\n  b\\n\\n"}'],
  },
  'indented, on one line, and empty': {
    message:
      '<write_file>\n    path: a\n    lines: 1\n</write_file>\n<write_file>path: b</write_file>\n<where>\n</where>',
    tools,
    calls: ['write_file {"path":"a","lines":1}', 'write_file {"path":"b"}', 'where {}'],
  },
  'quotes of both kinds, and a value over several lines': {
    message:
      "<write_file>\npath: 'it''s'\nbody: \"tab\\tand\n  more\"\n</write_file>\n<write_file>\npath: one\n  two\n</write_file>",
    tools,
    calls: ['write_file {"path":"it\'s","body":"tab\\tand more"}', 'write_file {"path":"one two"}'],
  },
  'line breaks of Windows': {
    message: '<write_file>\r\npath: a\r\nbody: |\r\n  x\r\n  y\r\n</write_file>',
    tools,
    calls: ['write_file {"path":"a","body":"x\\ny\\n"}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  // Cut short behind the tag it could not be told from the end.
  'a closing tag within a line is data': {
    message: '<write_file>\npath: see </write_file> there\n</write_file>',
    tools,
    calls: ['write_file {"path":"see </write_file> there"}'],
  },
  'tags instead of YAML': {
    message: '<write_file>\n<path>a</path>\n<lines>3</lines>\n</write_file>',
    tools,
    calls: ['write_file {"path":"a","lines":3}'],
    problems: ['call-repaired: tags instead of YAML'],
    // There it is what tags are for.
    auto: 'other',
  },
  'JSON instead of YAML': {
    message: '<write_file>{"path": "a", "lines": 3}</write_file>',
    tools,
    calls: ['write_file {"path":"a","lines":3}'],
  },
  'a text that should have been quoted': {
    message: '<write_file>\npath: a\nbody: """Doc: string\n  more: x\n"""\n</write_file>',
    tools,
    calls: ['write_file {"path":"a","body":"\\"\\"\\"Doc: string\\n  more: x\\n\\"\\"\\""}'],
    problems: ['call-repaired: YAML is broken'],
  },
  'half a closing tag at the end': {
    message: '<write_file>\npath: a\n</write_',
    tools,
    calls: ['write_file {"path":"a"}'],
    problems: ['call-repaired: was missing at the end'],
  },
  'YAML in <tool_call>': {
    message: '<tool_call>\nname: write_file\narguments:\n  path: a\n  body: |\n    x\n</tool_call>',
    tools,
    calls: ['write_file {"path":"a","body":"x\\n"}'],
    problems: ['call-repaired: its YAML was read'],
  },
  'only the arguments in <tool_call>': {
    message: '<tool_call>\npath: a\nlines: 2\n</tool_call>',
    tools,
    calls: ['write_file {"path":"a","lines":2}'],
    problems: ['call-repaired: the only one its arguments fit'],
  },
  'a YAML list in <tool_calls>': {
    message:
      'So:\n<tool_calls>\n- name: write_file\n  arguments:\n    path: a\n    lines: 2\n- name: where\n  id: c2\n  arguments: {}\n</tool_calls>',
    tools,
    text: 'So:',
    calls: ['write_file {"path":"a","lines":2}', 'c2 where {}'],
  },
  'JSON in <tool_call>': {
    message: '<tool_call>\n{"name": "where", "arguments": {}}\n</tool_call>',
    tools,
    calls: ['where {}'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off in a value': {
    message: '<write_file>\npath: /tmp',
    tools,
    text: '<write_file>\npath: /tmp',
    problems: ['call-rejected: ended in the middle'],
  },
  'a list': {
    message: '<write_file>\n- path\n</write_file>',
    tools,
    text: '<write_file>\n- path\n</write_file>',
    problems: ['call-rejected: no call in any format'],
    auto: 'not',
  },
  'an anchor': {
    message: '<plan>\nmeta: &a {x: 1}\n</plan>',
    tools,
    text: '<plan>\nmeta: &a {x: 1}\n</plan>',
    problems: ['call-rejected: anchors'],
  },
  'a key twice': {
    message: '<plan>\ndone: true\ndone: false\n</plan>',
    tools,
    text: '<plan>\ndone: true\ndone: false\n</plan>',
    problems: ['call-rejected: stands twice'],
  },
  __proto__: {
    message: '<plan>\nmeta:\n  __proto__: {x: 1}\n</plan>',
    tools,
    text: '<plan>\nmeta:\n  __proto__: {x: 1}\n</plan>',
    problems: ['call-rejected: __proto__'],
  },
  'a name in prose': {
    message: 'The <plan> is:\n<plan>\nNote: it is not a call.\n',
    tools,
    text: 'The <plan> is:\n<plan>\nNote: it is not a call.\n',
    problems: ['call-rejected: ended in the middle'],
    auto: 'not',
  },
  'arguments of no tool in <tool_call>': {
    message: '<tool_call>\nnothing: a\n</tool_call>',
    tools,
    text: '<tool_call>\nnothing: a\n</tool_call>',
    problems: ['call-rejected: does not name a tool'],
  },
};

export const yamlXml: DialectCases = { dialect: 'yaml_xml', written, repaired, notRun };
