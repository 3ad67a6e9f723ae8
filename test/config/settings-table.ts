import type { Setting } from '../../src/config/setting/setting.js';
import type { JsonSchema } from '../../src/schema/json-schema.js';

/** The table of docs/config.md: a row for each setting, in the words of its declaration. */
export function settingsTable(settings: Readonly<Record<string, Setting>>, { properties = {} }: JsonSchema): string {
  const rows = Object.entries(settings).flatMap(([name, { links = {} }]) => {
    const linked = new Set<string>();
    return rowsOf(name, properties[name] ?? {}).map(([key, value, means]) => {
      const open = Object.entries(links).filter(([words]) => !linked.has(words) && means.includes(words));
      const text = open.reduce((left, [words, page]) => left.replace(words, `[${words}](${page})`), means);
      for (const [words] of open) linked.add(words);
      return `| \`${key}\` | ${value} | ${text} |\n`;
    });
  });
  return `| setting | value | means |\n|---|---|---|\n${rows.join('')}`;
}

type Row = readonly [key: string, value: string, means: string];

function rowsOf(key: string, schema: JsonSchema): readonly Row[] {
  const { additionalProperties, properties } = schema;
  const entry = typeof additionalProperties === 'object' ? additionalProperties.properties : undefined;
  const name = entry === undefined ? key : `${key}.NAME`;
  const members = Object.entries(entry ?? properties ?? {});
  return [
    [name, acceptedBy(schema), meaningOf(schema)],
    ...members.flatMap(([member, one]) => rowsOf(`${name}.${member}`, one)),
  ];
}

function acceptedBy({ enum: choices, type, minimum, maximum }: JsonSchema): string {
  if (choices !== undefined) return choices.map((one) => `\`${String(one)}\``).join(', ');
  if (type === 'boolean') return 'true, false';
  if (type === 'integer' || type === 'number')
    return Number(maximum ?? Number.POSITIVE_INFINITY) > 10_000 ? `number from ${minimum}` : `${minimum} to ${maximum}`;
  return type === 'array' ? 'list' : type === 'string' ? 'text' : 'object';
}

function meaningOf(schema: JsonSchema): string {
  const fallback = schema['default'] === undefined ? '' : ` Default: \`${String(schema['default'])}\`.`;
  // What Markdown would take for its own.
  return `${schema['description']}${fallback}`.replaceAll(/[*|]/g, '\\$&');
}
