import { defineDialect } from '../../define-dialect.js';
import { toolCallJson } from '../hermes.js';
import { callEnds } from '../marks.js';
import { renderToolTagResults } from '../render-results.js';
import { toolTagPrompt } from '../tools-prompt.js';
import { eachCall, type Member, membersOf, problem } from '../write-calls.js';
import { isTagName, toolTagOpeners } from './tool-tag-openers.js';
import { toolCallsYaml, toolCallYaml } from './yaml-calls.js';

/** `<TOOL>`, the arguments as a YAML mapping, `</TOOL>`. */
export const yamlXml = defineDialect({
  name: 'yaml_xml',
  title: 'YAML in XML elements named like the tools',
  entries: ['B17'],
  aliases: ['yaml-xml', 'yaml'],
  models: ['any model that is prompted with it'],
  sample: '<write_file>\npath: /tmp/a\nbody: |\n  one\n  two\n</write_file>',
  grammar: {
    openers: [...toolTagOpeners({ body: 'yaml', careful: false }), toolCallJson(), toolCallYaml, toolCallsYaml],
    dropped: callEnds,
    results: ['<tool_response>'],
  },
  inAuto: [
    ...toolTagOpeners({ body: 'yaml', careful: true }),
    { ...toolCallYaml, dialect: 'hermes' },
    { ...toolCallsYaml, dialect: 'apriel' },
  ],
  renderPrompt: toolTagPrompt(
    '<example_tool>\nquery: night trains\nlimit: 5\n</example_tool>',
    'In it, write the arguments as a YAML mapping, each key at the start of a line. Write texts of several lines as a block behind |.',
  ),
  writeCalls(calls) {
    const unfit = calls.find(({ name }) => !isTagName(name));
    if (unfit !== undefined) return problem(`A tag cannot be made of the name ${unfit.name.slice(0, 64)}.`);
    return eachCall(({ name, arguments: args }) => `<${name}>\n${writeMapping(args)}</${name}>`, { join: '\n' })(calls);
  },
  renderResults: renderToolTagResults,
});

/** One line a member, longer texts as blocks. */
const writeMapping = (json: string): string =>
  membersOf(json)
    .map((member) => `${writeText(member.key)}: ${writeValue(member)}\n`)
    .join('');

function writeValue({ text, value }: Member): string {
  if (typeof value !== 'string') return text.replace(/\s*\n\s*/g, ' ').replaceAll('<', '\\u003c');
  return isBlock(text) ? writeBlock(text) : writeText(text);
}

const writeText = (text: string): string =>
  /^[A-Za-z/][\w/. -]*[\w/]$/.test(text) &&
  !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text) &&
  !text.includes(' -')
    ? text
    : JSON.stringify(text).replaceAll('<', '\\u003c');

/** Whether a block keeps it as it is. */
const isBlock = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot stand in a block
  /^\S.*\n/.test(text) && !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]|^[ \t]+$/m.test(text);

function writeBlock(text: string): string {
  const mark = !text.endsWith('\n') ? '|-' : text.endsWith('\n\n') ? '|+' : '|';
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return `${mark}\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}`;
}
