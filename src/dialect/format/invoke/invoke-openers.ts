import type { AheadContext, Opener, Starts } from '../../read/grammar.js';
import { startsWith } from '../starts.js';
import { createInvokeSection, createInvokes } from './invoke-calls.js';
import type { InvokeFormat } from './invoke-value.js';

/** The namespaces calls of this kind were seen with. */
const namespaces = ['', 'antml:', 'minimax:', 'atem:', '｜DSML｜', '|DSML|'] as const;

/** What may close a section whose opening tag was forgotten. */
export const sectionCloses = [
  '</function_calls>',
  '</minimax:tool_call>',
  '</dots_function_call>',
  '</tool_calls>',
] as const;

/** A tag around calls. Written twice it is one. */
export const invokeSection = (open: string, format: Omit<InvokeFormat, 'close'>): Opener => ({
  text: open,
  starts: startsWith(open, ...namespaces.map((prefix) => `<${prefix}invoke`)),
  read: createInvokeSection({ ...format, close: [`</${open.slice(1)}`] }),
});

/** The tags of other formats around the same calls. They count where the format was named: models mix them up. */
export const foreignSections = (own: string, format: Omit<InvokeFormat, 'close'>): readonly Opener[] =>
  ['function_calls', 'tool_calls', 'tool_call', 'minimax:tool_call', 'dots_function_call', 'atem:function_calls']
    .filter((section) => section !== own)
    .map((section) => invokeSection(`<${section}>`, format));

/**
 * A call without the tag around it, at the start of a line. It counts where its tool is known; where no tools were
 * told, in the exact shape such models write.
 */
export const bareInvoke = (prefix: string, format: InvokeFormat): Opener => ({
  text: `<${prefix}invoke`,
  at: 'line',
  starts: startsCall([`<${prefix}parameter name="`, `</${prefix}invoke>`]),
  read: createInvokes(format, prefix),
});

/** Whether the rest of a tag names a known tool, or any in the exact shape with one of these behind it. */
export function startsCall(behind: readonly string[]): Starts {
  return (ahead: string, { tools, ended }: AheadContext) => {
    const end = ahead.search(/[<>]/);
    if (end === -1) return ended ? false : undefined;
    const name = attribute.exec(ahead.slice(0, end + 1))?.[2];
    if (name === undefined) return false;
    if (tools.has(name.trim())) return true;
    if (tools.told || !exact.test(ahead.slice(0, end + 1))) return false;
    return startsWith(...behind)(ahead.slice(end + 1), { tools, ended });
  };
}

const attribute = /^[\sĠĊ]*(?:name)?[\sĠ]*=[\sĠ]*(["']?)([^"'<>=\n]+)\1[\sĠ]*\/?>$/;
const exact = /^(?: name)?="[A-Za-z_][\w.:-]*">$/;
