import type { ToolDefinition } from '../../../tool/tool.js';
import { escapeMarkup } from '../../markup.js';
import { afterCalls, taggedToolsHead, toolLines } from '../tools-prompt.js';
import { type CallsWriter, eachCall, membersOf } from '../write-calls.js';

export interface InvokeStyle {
  /** The tag around all calls. */
  readonly section: string;
  /** The namespace of the tags within it. */
  readonly prefix?: string;
  /** Each argument says whether it is text or JSON. */
  readonly typed?: true;
}

/** `<section><invoke name="…"><parameter name="…">…`, a line for each tag. */
export const writeInvokes = ({ section, prefix = '', typed }: InvokeStyle): CallsWriter =>
  eachCall(
    ({ name, arguments: args }) => {
      const lines = membersOf(args).map(({ key, text, value }) => {
        const isText = typeof value === 'string';
        const written = isText ? text : escapeMarkup(text);
        const type = typed ? ` string="${isText}"` : '';
        return `<${prefix}parameter name="${key}"${type}>${typed ? written : wrapped(written)}</${prefix}parameter>\n`;
      });
      return `<${prefix}invoke name="${name}">\n${lines.join('')}</${prefix}invoke>\n`;
    },
    { open: `<${section}>\n`, close: `</${section}>` },
  );

/** A value with a line break at both ends is written with two more: one pair is read as layout. */
export const wrapped = (value: string): string =>
  value.length > 1 && /^\r?\n/.test(value) && value.endsWith('\n') ? `\n${value}\n` : value;

/** How a call is written in this style, in one sentence. */
export function invokeHowTo({ section, prefix = '', typed }: InvokeStyle): string {
  const parameter = `<${prefix}parameter name="…"${typed ? ' string="true|false"' : ''}>value</${prefix}parameter>`;
  const call = `<${prefix}invoke name="…">, a ${parameter} for each argument, </${prefix}invoke>`;
  return `Write each call as ${call}, all between <${section}> and </${section}>.`;
}

/** The tools, and how a call of them is written in this style. */
export const invokePrompt =
  ({ section, prefix = '', typed }: InvokeStyle) =>
  (tools: readonly ToolDefinition[]): string => {
    const type = typed ? ' string="true"' : '';
    const values = typed
      ? 'A text stands in it as it is, with string="true"; any other value is JSON, with string="false".'
      : 'A text stands in it as it is, without quotes; any other value is JSON.';
    return `${taggedToolsHead(toolLines(tools))}

To call tools, write a block like this one, outside of any code block, with one <${prefix}invoke> for each call:
<${section}>
<${prefix}invoke name="<name of the tool>">
<${prefix}parameter name="<argument>"${type}><value></${prefix}parameter>
</${prefix}invoke>
</${section}>

Each argument has a <${prefix}parameter> of its own. ${values} Nothing is escaped. ${afterCalls()}`;
  };
