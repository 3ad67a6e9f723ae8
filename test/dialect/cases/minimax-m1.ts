import type { DialectCases } from '../case.js';

const section = (...lines: readonly string[]): string => `<tool_calls>\n${lines.join('\n')}\n</tool_calls>`;
const dim = '{"name": "dim_light", "arguments": {"level": 30}}';
const lock = '{"name": "lock_door", "arguments": {}}';

export const minimaxM1: DialectCases = {
  dialect: 'minimax_m1',
  written: {
    'one call': { message: section(dim), calls: ['dim_light {"level": 30}'] },
    'two lines': { message: section(dim, lock), calls: ['dim_light {"level": 30}', 'lock_door {}'] },
    'reasoning and text': {
      message: `<think>\nIt is late.\n</think>\n\nI dim it.\n${section(dim)}`,
      reasoning: 'It is late.',
      text: 'I dim it.',
      calls: ['dim_light {"level": 30}'],
    },
    'objects over several lines': {
      message: section('{\n  "name": "dim_light",\n  "arguments": {\n    "level": 30\n  }\n}', lock),
      calls: ['dim_light {\n    "level": 30\n  }', 'lock_door {}'],
    },
    'tags and line breaks in strings': {
      message: section('{"name": "note", "arguments": {"t": "</tool_calls>\\n{\\"name\\": \\"rm\\"}"}}'),
      calls: ['note {"t": "</tool_calls>\\n{\\"name\\": \\"rm\\"}"}'],
    },
    'a draft in the reasoning, then the call': {
      message: `<think>\n${section(lock)}\nNo, dim it.\n</think>\n${section(dim)}`,
      reasoning: `${section(lock)}\nNo, dim it.`,
      calls: ['dim_light {"level": 30}'],
      problems: ['call-ignored'],
    },
    'text behind it': { message: `${section(dim)}\nDone.`, text: '\nDone.', calls: ['dim_light {"level": 30}'] },
    'the end of the turn': { message: `${section(lock)}<end_of_sentence>`, calls: ['lock_door {}'] },
  },
  repaired: {
    'a line that is no call': {
      message: '<tool_calls>\n{"name": "a", "arguments": {}}\nand then\n{"name": "b", "arguments": {}}\n</tool_calls>',
      text: 'and then',
      calls: ['a {}', 'b {}'],
      problems: ['call-rejected: a line among them is no JSON object'],
    },
    'no closing tag': {
      message: `<tool_calls>\n${dim}\n${lock}\n`,
      calls: ['dim_light {"level": 30}', 'lock_door {}'],
      problems: ['call-repaired: </tool_calls> was missing at the end'],
    },
    'braces too many': {
      message: section(`${dim}}}`, lock),
      calls: ['dim_light {"level": 30}', 'lock_door {}'],
      problems: ['call-repaired: an extra }'],
    },
    'a line that cannot be read': {
      message: section(dim, '{"name": nothing, "arguments": {}}', lock),
      text: '{"name": nothing, "arguments": {}}',
      calls: ['dim_light {"level": 30}', 'lock_door {}'],
      problems: ['call-rejected: its JSON cannot be read'],
    },
    // `auto` reads a list as that of Jamba, to whom it belongs.
    'a list': {
      message: section(`[${dim}, ${lock}]`),
      calls: ['dim_light {"level": 30}', 'lock_door {}'],
      problems: ['call-repaired: a list was read'],
      auto: 'other',
    },
    'the last line cut short': {
      message: `<tool_calls>\n${dim}\n{"name": "lock_door", "argu`,
      text: '{"name": "lock_door", "argu',
      calls: ['dim_light {"level": 30}'],
      problems: ['call-rejected: the message ended in the middle'],
    },
  },
  notRun: {
    'words behind the JSON that nothing closes': {
      message: '<tool_calls>\n{"name": "a", "arguments": {}}\nis how it looks.\n',
      text: '<tool_calls>\n{"name": "a", "arguments": {}}\nis how it looks.\n',
      problems: ['call-rejected: a line among them', 'call-rejected: ended in the middle'],
    },
    'a draft in reasoning that never ends': {
      message: `<think>\nPerhaps\n${section(dim)}`,
      reasoning: `Perhaps\n${section(dim)}`,
      problems: ['call-rejected: stood in reasoning'],
    },
    'only a draft': {
      message: `<think>${section(dim)}</think>`,
      reasoning: section(dim),
      problems: ['call-rejected: stood in reasoning'],
    },
    'nothing in it': {
      message: '<tool_calls>\n</tool_calls>',
      text: '<tool_calls>\n</tool_calls>',
      problems: ['call-rejected: no call in any format'],
    },
    'in a fence': {
      message: `Like\n\`\`\`\n${section(dim)}\n\`\`\`\nthis.`,
      text: `Like\n\`\`\`\n${section(dim)}\n\`\`\`\nthis.`,
      problems: ['call-ignored'],
    },
  },
};
