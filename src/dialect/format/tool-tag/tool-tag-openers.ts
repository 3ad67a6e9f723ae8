import type { AheadContext, Opener } from '../../read/grammar.js';
import type { ToolTable } from '../../read/tool-table.js';
import { startsAs, startsMatching, startsWith } from '../starts.js';
import { readToolTag, type ToolTagOptions } from './read-tool-tag.js';

export interface ToolTagOpeners extends ToolTagOptions {}

/** What opens an element named like a tool: its tag, the empty one, and the one with a blank before its end. */
export function toolTagOpeners({ ...options }: ToolTagOpeners): readonly Opener[] {
  const read = readToolTag(options);
  const at = options.careful ? 'line' : 'anywhere';
  const { body, careful } = options;
  const starts = careful ? bodyStarts[body] : startsAs(bodyStarts.tags, bodyStarts.yaml);
  const openers: Opener[] = [
    { text: tagsOf('>'), at, starts, read },
    { text: tagsOf(' '), at, starts: startsWith('>', '/>'), read },
  ];
  // An empty element has no body that tells the two apart.
  return careful && body === 'yaml' ? [openers[0] as Opener] : [...openers, { text: tagsOf('/>'), at, read }];
}

/** Whether a tool has a name that can be a tag. */
export const isTagName = (name: string): boolean => /^[A-Za-z_][\w.-]{0,127}$/.test(name);

const tagsOf =
  (end: string) =>
  (tools: ToolTable): readonly string[] =>
    tools.names.filter(isTagName).map((name) => `<${name}${end}`);

const bodyStarts = {
  /** The tag of an argument, or the closing one. */
  tags: startsMatching(/^\s*<(?:\/\s*)?[A-Za-z0-9_]/, /^\s*(?:<(?:\/\s*)?)?$/),
  /** A key and a colon, or an object in brackets; comments may stand before them. */
  yaml(ahead: string, { ended }: AheadContext): boolean | undefined {
    const rest = ahead.replace(/^(?:\s*#[^\n]*(?:\n|$))+/, '').trimStart();
    if (/^(?:"[^"\n]{1,64}"|'[^'\n]{1,64}'|[A-Za-z_][\w.-]{0,63})[ \t]*:\s/.test(rest)) return true;
    if (/^\{\s*["'}A-Za-z_]/.test(rest)) return true;
    if (ended) return false;
    return /^(?:(?:"[^"\n]{0,64}"?|'[^'\n]{0,64}'?|[A-Za-z_][\w.-]{0,63})?[ \t]*:?|\{\s*)$/.test(rest)
      ? undefined
      : false;
  },
};
