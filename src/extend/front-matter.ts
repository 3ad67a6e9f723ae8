import { readYaml } from '../dialect/value/yaml.js';
import type { YamlNode } from '../dialect/value/yaml-node.js';

/** What stands between two lines of `---` at the start of a file of Markdown, and what follows. */
export interface FrontMatter {
  readonly fields: ReadonlyMap<string, YamlNode>;
  readonly body: string;
  /** Why it was read line by line and not as YAML, where it was. */
  readonly loose?: string;
}

const maxLength = 16 * 1024;
const maxFields = 64;

/** Reads it; a text says what is wrong. Of YAML no anchors, tags and doubled keys are read. Takes linear time; never throws. */
export function parseFrontMatter(text: string): FrontMatter | string {
  const whole = text.startsWith('\ufeff') ? text.slice(1) : text;
  const start = /^---[ \t]*\r?\n/.exec(whole)?.[0].length;
  if (start === undefined) return 'it does not begin with a line --- and its frontmatter';
  const end = /^---[ \t]*\r?$/m.exec(whole.slice(start, start + maxLength + 4));
  if (end === null) return `its frontmatter has no end: a line --- has to follow within ${maxLength} characters`;
  const yaml = whole.slice(start, start + end.index);
  const body = whole.slice(start + end.index + end[0].length).trim();
  const read = readYaml(yaml);
  if (read.ok && read.node.kind === 'map') return { fields: read.node.members, body };
  const loose = read.ok
    ? 'it is no list of keys and values'
    : `${read.problem.message} (${lineOf(yaml, read.problem.at)})`;
  return { fields: readLoosely(yaml), body, loose };
}

/** The text of a value: undefined for lists and maps, empty for null. */
export function textOf(node: YamlNode): string | undefined {
  if (node.kind === 'text') return node.text;
  if (node.kind !== 'plain') return undefined;
  return /^(?:~|null)$/i.test(node.text) ? '' : node.text;
}

/** With the line `---` that it begins with. */
const lineOf = (yaml: string, at: number): string => `line ${yaml.slice(0, at).split('\n').length + 1}`;

/** Each line `key: value`, whatever stands in the value; a line that is indented goes on with the one before it. */
function readLoosely(yaml: string): ReadonlyMap<string, YamlNode> {
  const fields = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of yaml.split(/\r?\n/)) {
    const [, key, value] = /^([A-Za-z][\w-]{0,63})[ \t]*:(?:[ \t]+(.*))?$/.exec(line) ?? [];
    if (key !== undefined) {
      current = [];
      if (!fields.has(key) && fields.size < maxFields) fields.set(key, current);
      if (value !== undefined && !/^[|>][-+\d]*$/.test(value.trim())) current.push(unquoted(value.trim()));
    } else if (/^[ \t]+\S/.test(line)) current?.push(line.trim());
  }
  return new Map([...fields].map(([key, lines]) => [key, { kind: 'text', text: lines.join(' ') }]));
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
