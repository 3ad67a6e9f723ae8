import { words } from '../../../base/text.js';
import type { ToolTable } from '../../read/tool-table.js';
import { callAhead } from './call-ahead.js';
import type { PlainRules } from './rules.js';

/** What stands behind a value: another one or the end, `skip` characters further on; or something else. */
export type Behind =
  | { readonly kind: 'value'; readonly skip: number }
  | { readonly kind: 'end'; readonly skip: number }
  | { readonly kind: 'other' };

/** What begins so is no prose: other calls, ends of turns, results. */
const marks: readonly string[] = words(`
  <| <｜ </ <tool <function <end_of_turn> <eos> <observation [TOOL [/ Observation:`);

/** Tells what follows a call, to be used with `glimpse`. */
export function tellBehind(
  ahead: string,
  ended: boolean,
  { tools, rules }: { readonly tools: ToolTable; readonly rules: PlainRules },
): Behind | undefined {
  const [lead = ''] = /^\s*(?:[,;]\s*)?/.exec(ahead) ?? [];
  const rest = ahead.slice(lead.length);
  // A mark between calls may stand behind the last of them too.
  const end: Behind = { kind: 'end', skip: /[,;]/.test(lead) ? lead.length : 0 };
  if (rest === '') return ended ? end : undefined;
  if (/^[[{]/.test(rest)) {
    const call = callAhead(rest, { tools, ended: false }, rules);
    // The beginning of a call, where the message was cut off, is one too.
    if (call === true || (call === undefined && ended)) return { kind: 'value', skip: lead.length };
    if (call === undefined) return undefined;
  }
  if (marks.some((mark) => rest.startsWith(mark))) return end;
  return !ended && marks.some((mark) => mark.startsWith(rest)) ? undefined : { kind: 'other' };
}
