import type { Case, DialectCases } from '../case.js';

const depth = 'snow_depth {"pass_name":"Furka","days":2}';
const tools = [
  {
    name: 'snow_depth',
    parameters: { type: 'object', properties: { pass_name: { type: 'string' }, days: { type: 'integer' } } },
  },
  { name: 'now' },
];

const written: Readonly<Record<string, Case>> = {
  'a list of calls': { message: "[snow_depth(pass_name='Furka', days=2), now()]", calls: [depth, 'now {}'] },
  'a list in a tag': { message: "<TOOLCALL>[snow_depth(pass_name='Furka', days=2)]</TOOLCALL>", calls: [depth] },
  JSON: {
    tools,
    message: '[{"function": "snow_depth", "parameters": {"pass_name": "Furka"}}]',
    calls: ['snow_depth {"pass_name": "Furka"}'],
    auto: 'other',
  },
  'JSON in a fence': {
    tools,
    message: '```json\n[{"function": "now", "parameters": {}}]\n```',
    calls: ['now {}'],
    auto: 'other',
  },
  'concise XML': {
    message:
      '<functions><function name="snow_depth"><param name="pass_name" type="string">Furka</param><param name="days" type="integer">2</param></function><function name="now"></function></functions>',
    calls: [depth, 'now {}'],
  },
  'verbose XML': {
    message:
      '<functions>\n<function name="snow_depth">\n<params>\n<param name="pass_name" value="Furka" type="string"/>\n<param name="days" value="2" type="integer"/>\n</params>\n</function>\n</functions>',
    calls: [depth],
  },
  'types of XML values': {
    message:
      '<functions><function name="set"><param name="a" type="float">1.50</param><param name="b" type="boolean">True</param><param name="c" type="dict">{"x": 1}</param><param name="d" type="array">[\'y\', 2]</param><param name="e" type="string">1 &lt; 2 </param> x</param></function></functions>',
    calls: ['set {"a":1.50,"b":true,"c":{"x": 1},"d":["y",2],"e":"1 < 2 </param> x"}'],
    problems: ['call-repaired'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'in a fence': {
    tools,
    message: "```python\n[snow_depth(pass_name='Furka', days=2)]\n```",
    calls: [depth],
    auto: 'not',
  },
  'quotes around it all': {
    tools,
    message: '\'[snow_depth(pass_name="Furka", days=2)]\'',
    calls: [depth],
    auto: 'not',
  },
  'a call without brackets': {
    tools,
    message: "snow_depth(pass_name='Furka', days=2)",
    calls: [depth],
  },
  'no end of the tag': {
    message: "<TOOLCALL>[snow_depth(pass_name='Furka', days=2)]",
    calls: [depth],
    problems: ['call-repaired: </TOOLCALL> was missing'],
  },
  'no end of the XML': {
    message: '<functions><function name="now"></function>',
    calls: ['now {}'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'an answer with brackets': { tools, message: '[1, 2] and {"a": 1}', text: '[1, 2] and {"a": 1}' },
  'XML cut off': {
    message: '<functions><function name="snow_depth"><param name="pass_name" type="string">Fur',
    text: '<functions><function name="snow_depth"><param name="pass_name" type="string">Fur',
    problems: ['call-rejected: ended in the middle'],
  },
  'a list cut off': {
    tools,
    message: "[snow_depth(pass_name='Fur",
    text: "[snow_depth(pass_name='Fur",
    problems: ['call-rejected: ended in the middle'],
  },
};

export const bfcl: DialectCases = { dialect: 'bfcl', written, repaired, notRun };
