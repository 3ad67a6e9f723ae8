import type { Case, DialectCases } from '../case.js';

const tools = [
  {
    name: 'remind',
    parameters: {
      type: 'object',
      properties: { text: { type: 'string' }, hour: { type: 'integer' }, days: { type: 'array' } },
    },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];

const parameter = (name: string, string: boolean, value: string): string =>
  `<｜DSML｜parameter name="${name}" string="${string}">${value}</｜DSML｜parameter>\n`;
const invoke = (name: string, inner: string): string => `<｜DSML｜invoke name="${name}">\n${inner}</｜DSML｜invoke>\n`;
const remind = invoke('remind', parameter('text', true, 'water plants') + parameter('hour', false, '7'));
const reminded = 'remind {"text":"water plants","hour":7}';

/** The versions differ in the word of the section only. */
function casesOf(dialect: string, word: string): DialectCases {
  const block = (inner: string): string => `<｜DSML｜${word}>\n${inner}</｜DSML｜${word}>`;
  const written: Readonly<Record<string, Case>> = {
    'one call': { message: block(remind), calls: [reminded] },
    'text, then several calls': {
      message: `Sure.\n\n${block(remind + invoke('now', '') + remind)}`,
      text: 'Sure.',
      calls: [reminded, 'now {}', reminded],
    },
    'the attribute overrules the schema': {
      message: block(invoke('remind', parameter('text', false, '7') + parameter('hour', true, '7'))),
      tools,
      calls: ['remind {"text":7,"hour":"7"}'],
    },
    'texts are exact': {
      message: block(
        invoke('remind', parameter('text', true, '\n  a\n') + parameter('days', false, ' [1, {"a": 1.0}] ')),
      ),
      calls: ['remind {"text":"\\n  a\\n","days":[1, {"a": 1.0}]}'],
    },
    'tags in a text': {
      message: block(
        invoke('remind', parameter('text', true, 'a </｜DSML｜parameter> b </parameter> <parameter name="x">')),
      ),
      tools,
      calls: ['remind {"text":"a </｜DSML｜parameter> b </parameter> <parameter name=\\"x\\">"}'],
    },
    'a tag that closes itself': { message: block('<｜DSML｜invoke name="now"/>\n'), calls: ['now {}'] },
    'one JSON object': {
      message: block(invoke('remind', '{"text": "</｜DSML｜invoke>", "hour": 7}\n')),
      calls: ['remind {"text": "</｜DSML｜invoke>", "hour": 7}'],
    },
    'plain bars': { message: block(remind).replaceAll('｜', '|'), calls: [reminded] },
    'reasoning, and the mark of the end': {
      message: `<think>\nPlants.\n</think>\n\n${block(remind)}<｜end▁of▁sentence｜>`,
      reasoning: 'Plants.',
      calls: [reminded],
    },
    'a bare end of reasoning first': { message: `</think>\n\n${block(remind)}`, calls: [reminded] },
  };
  const repaired: Readonly<Record<string, Case>> = {
    'no attribute: the schema tells': {
      message: block(
        '<｜DSML｜invoke name="remind"><｜DSML｜parameter name="hour">7</｜DSML｜parameter></｜DSML｜invoke>',
      ),
      tools,
      calls: ['remind {"hour":7}'],
    },
    'no JSON where the attribute says so': {
      message: block(invoke('remind', parameter('text', false, 'water them'))),
      tools,
      calls: ['remind {"text":"water them"}'],
      problems: ['call-repaired: is no JSON'],
    },
    'the arguments in an argument': {
      message:
        block(invoke('remind', parameter('arguments', false, '{"hour": 7}'))) +
        block(invoke('remind', parameter('input', true, '{"hour": 8}'))),
      tools,
      calls: ['remind {"hour": 7}', 'remind {"hour": 8}'],
      problems: ['call-repaired: the argument "arguments"', 'call-repaired: the argument "input"'],
    },
    'no close of the call': {
      message: block(`<｜DSML｜invoke name="remind">\n${parameter('hour', false, '7')}`),
      calls: ['remind {"hour":7}'],
      problems: ['call-repaired: </｜DSML｜invoke> was missing'],
    },
    'special tokens left out': {
      message: block(remind).replaceAll('｜DSML｜', ''),
      calls: [reminded],
    },
    'no section around it': { message: `Now:\n${remind}`, tools, text: 'Now:', calls: [reminded] },
    'reasoning never closed': {
      message: `<think>Plants.\n${block(remind)}`,
      reasoning: 'Plants.',
      calls: [reminded],
      problems: ['call-repaired: never closed'],
    },
  };
  const cut = `<｜DSML｜${word}>\n<｜DSML｜invoke name="remind">\n${parameter('text', true, 'a')}`;
  const notRun: Readonly<Record<string, Case>> = {
    'cut between arguments': { message: cut, tools, text: cut, problems: ['call-rejected: ended in the middle'] },
    'cut in a number': {
      message: `${cut}<｜DSML｜parameter name="hour" string="false">1`,
      tools,
      text: `${cut}<｜DSML｜parameter name="hour" string="false">1`,
      problems: ['call-rejected: ended in the middle'],
    },
    'in a fence': {
      message: `So:\n\`\`\`\n${block(remind)}\n\`\`\`\nYes.`,
      text: `So:\n\`\`\`\n${block(remind)}\n\`\`\`\nYes.`,
      problems: ['call-ignored'],
    },
    'the tag in a sentence': { message: `Use <｜DSML｜${word}> for it.`, text: `Use <｜DSML｜${word}> for it.` },
  };
  return { dialect, written, repaired, notRun };
}

export const deepseekV32 = casesOf('deepseek_v32', 'function_calls');
export const deepseekV4 = casesOf('deepseek_v4', 'tool_calls');
