import { rawElements } from '../../../base/raw-json.js';
import { parseTrusted } from '../../../base/trusted-json.js';
import type { LooseSchema } from '../../../schema/json-schema.js';
import { defineDialect } from '../../define-dialect.js';
import { encodeEntities } from '../../markup.js';
import { toolTable } from '../../read/tool-table.js';
import { itemOf, memberOf, typesOf, typingOf } from '../../value/typing.js';
import { callEnds } from '../marks.js';
import { renderToolTagResults } from '../render-results.js';
import { toolTagPrompt } from '../tools-prompt.js';
import { eachCall, membersOf, problem } from '../write-calls.js';
import { isTagName, toolTagOpeners } from './tool-tag-openers.js';

/**
 * `<TOOL><ARGUMENT>value</ARGUMENT></TOOL>`: an element is a call when it has the name of a tool that was offered.
 * Texts stand in it as they are, lists by repeating the tag or with `<item>` elements, objects as elements within elements.
 */
export const morphXml = defineDialect({
  name: 'morph_xml',
  title: 'XML elements named like the tools',
  entries: ['B16'],
  aliases: ['sijawara', 'morph-xml', 'morph', 'tool_tag', 'cline', 'roo', 'roo_code', 'xml'],
  models: ['any model that is prompted with it', 'Cline', 'Roo Code', 'Morph'],
  sample: '<send_mail>\n<to>a@x.io</to>\n<to>b@x.io</to>\n<urgent>true</urgent>\n</send_mail>',
  grammar: {
    openers: toolTagOpeners({ body: 'tags', careful: false }),
    dropped: callEnds,
    results: ['<tool_response>'],
  },
  inAuto: toolTagOpeners({ body: 'tags', careful: true }),
  renderPrompt: toolTagPrompt(
    '<example_tool>\n<query>night trains</query>\n<limit>5</limit>\n</example_tool>',
    'In it, write each argument as an element that has the name of the argument. Write texts as they are, items of a list by repeating the element, objects as elements within elements.',
  ),
  writeCalls(calls, { tools }) {
    const unfit = calls.find(({ name, arguments: args }) => !isTagName(name) || !keysOf(args).every(isTagName));
    if (unfit !== undefined)
      return problem(`A tag cannot be made of a name in the call of ${unfit.name.slice(0, 64)}.`);
    const table = toolTable(tools);
    return eachCall(
      ({ name, arguments: args }) => {
        const schema = table.schemaOf(name);
        const lines = membersOf(args).map(({ key, json }) => `${writeArgument(key, json, schema)}\n`);
        return `<${name}>\n${lines.join('')}</${name}>`;
      },
      { join: '\n' },
    )(calls);
  },
  renderResults: renderToolTagResults,
});

function keysOf(args: string): readonly string[] {
  const value = parseTrusted(args);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** Texts as they are, lists of plain values by repetition, the rest as JSON. */
function writeArgument(key: string, json: string, schema: LooseSchema | undefined): string {
  const typed = typesOf(itemOf(memberOf(typingOf(schema), key))) !== undefined;
  const elements = typed ? rawElements(json) : [];
  const texts = elements.length > 1 && elements.every((one) => !/^[[{]/.test(one)) ? elements : [json];
  return texts
    .map((one) => `<${key}>${encodeEntities(one.startsWith('"') ? String(parseTrusted(one)) : one)}</${key}>`)
    .join('\n');
}
