import type { DialectCases } from '../case.js';

const bus = '{"name": "bus_arrival", "arguments": {"bus": 12}}';
const made = 'bus_arrival {"bus": 12}';
const tools = [{ name: 'bus_arrival', parameters: { type: 'object', properties: { bus: { type: 'integer' } } } }];

export const phi4MiniFc: DialectCases = {
  dialect: 'phi4_mini_fc',
  written: {
    'one call': { message: `<|tool_call|>[${bus}]<|/tool_call|>`, calls: [made] },
    'two calls': {
      message: `<|tool_call|>[${bus}, {"name": "walk", "arguments": {"by": ["a", "b"]}}]<|/tool_call|><|end|>`,
      calls: [made, 'walk {"by": ["a", "b"]}'],
    },
    'no close': { message: `<|tool_call|>[${bus}]`, calls: [made] },
    'text before it': { message: `I look.\n<|tool_call|>[${bus}]<|/tool_call|>`, text: 'I look.', calls: [made] },
    'the close in a string': {
      message: '<|tool_call|>[{"name": "say", "arguments": {"t": "]<|/tool_call|>"}}]<|/tool_call|>',
      calls: ['say {"t": "]<|/tool_call|>"}'],
    },
    // `auto` knows it as JSON without any mark.
    'marks left out by the server': { message: `[${bus}]`, tools, calls: [made], auto: 'other' },
    'only text': { message: 'In five minutes.<|end|>', text: 'In five minutes.' },
  },
  repaired: {
    'no brackets': {
      message: `<|tool_call|>${bus}, {"name": "walk", "arguments": {}}<|/tool_call|>`,
      calls: [made, 'walk {}'],
      problems: ['call-repaired: the calls were no list'],
    },
    'one object without brackets': { message: `<|tool_call|>${bus}<|/tool_call|>`, calls: [made] },
    'elements that are texts': {
      message: `<|tool_call|>[${JSON.stringify(bus)}, ${JSON.stringify(bus)}]<|/tool_call|>`,
      calls: [made, made],
      problems: ['call-repaired: written as a JSON text'],
    },
    'the last bracket left out': {
      message: `<|tool_call|>[${bus}`,
      calls: [made],
      problems: ['call-repaired: the ] of its list was missing'],
    },
    'parameters for arguments': {
      message: '<|tool_call|>[{"name": "bus_arrival", "parameters": {"bus": 12}}]<|/tool_call|>',
      calls: [made],
      problems: ['call-repaired: "parameters" was read as "arguments"'],
    },
  },
  notRun: {
    'a description whose parameters are schemas': {
      message: '<|tool_call|>[{"name": "a", "description": "A.", "parameters": {"x": {"type": "str"}}}]<|/tool_call|>',
      text: '<|tool_call|>[{"name": "a", "description": "A.", "parameters": {"x": {"type": "str"}}}]<|/tool_call|>',
      problems: ['call-rejected: it is the description of a tool'],
    },
    'the description of a tool': {
      message:
        '<|tool_call|>[{"name": "walk", "description": "Walks.", "parameters": {"type": "object", "properties": {"by": {"type": "string"}}}}]<|/tool_call|>',
      text: '<|tool_call|>[{"name": "walk", "description": "Walks.", "parameters": {"type": "object", "properties": {"by": {"type": "string"}}}}]<|/tool_call|>',
      problems: ['call-rejected: it is the description of a tool'],
    },
    'cut in a text': {
      message: `<|tool_call|>["{\\"name\\": \\"bus`,
      text: `<|tool_call|>["{\\"name\\": \\"bus`,
      problems: ['call-rejected: does not end'],
    },
    'cut short': {
      message: '<|tool_call|>[{"name": "bus_arrival", "arguments": {"bus": 1',
      text: '<|tool_call|>[{"name": "bus_arrival", "arguments": {"bus": 1',
      problems: ['call-rejected: ended in the middle'],
    },
    cited: {
      message: `> <|tool_call|>[${bus}]\nis how.`,
      text: `> <|tool_call|>[${bus}]\nis how.`,
      problems: ['call-ignored'],
    },
  },
};
