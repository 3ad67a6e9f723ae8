import { rawMember } from '../../../base/raw-json.js';
import { parseTrusted } from '../../../base/trusted-json.js';
import type { DialectCall, DialectProblem } from '../../dialect.js';
import { escapeMarkup } from '../../markup.js';
import { writeEach } from '../write-json-calls.js';

export interface InvokeStyle {
  /** The tag around all calls. */
  readonly section: string;
  /** The namespace of the tags within it. */
  readonly prefix?: string;
  /** Each argument says whether it is text or JSON. */
  readonly typed?: true;
}

/** `<section><invoke name="…"><parameter name="…">…`, a line for each tag. */
export function writeInvokes(
  calls: readonly DialectCall[],
  { section, prefix = '', typed }: InvokeStyle,
): string | DialectProblem {
  const written = writeEach(
    calls,
    ({ name, arguments: args }) => {
      const lines = membersOf(args).map(({ key, json }) => {
        const isText = json.startsWith('"');
        const value = isText ? String(parseTrusted(json)) : escapeMarkup(json);
        const type = typed ? ` string="${isText}"` : '';
        return `<${prefix}parameter name="${key}"${type}>${typed ? value : wrapped(value)}</${prefix}parameter>\n`;
      });
      return `<${prefix}invoke name="${name}">\n${lines.join('')}</${prefix}invoke>\n`;
    },
    '',
  );
  return typeof written === 'string' ? `<${section}>\n${written}</${section}>` : written;
}

/** The members of a JSON object, their values as they were written. */
export function membersOf(json: string): readonly { readonly key: string; readonly json: string }[] {
  const keys = Object.keys(parseTrusted(json) as object);
  return keys.map((key) => ({ key, json: rawMember(json, [key]) ?? 'null' }));
}

/** A value with a line break at both ends is written with two more: one pair is read as layout. */
export const wrapped = (value: string): string =>
  value.length > 1 && /^\r?\n/.test(value) && value.endsWith('\n') ? `\n${value}\n` : value;
