import type { ToolTable } from '../../read/tool-table.js';

/** Who speaks to whom: what stands before `<|message|>`. */
export type HarmonyHeader = ReturnType<typeof parseHarmonyHeader>;

const channels = new Set(['analysis', 'commentary', 'final']);
const nobody = new Set(['assistant', 'user', 'all']);

/**
 * Parses the header of a message, in any order of its parts. Of several channels the last counts: models put a header
 * too many before the real one. A tool in the place of the channel is what the message is for.
 */
export function parseHarmonyHeader(header: string, tools: ToolTable) {
  const named = [...header.matchAll(/<\|channel\|>\s*([\w.-]+)/g)].map(([, channel = '']) => channel);
  const to = [...header.matchAll(/\bto\s?=\s?([^\s<]+)/g)].map(([, recipient = '']) => recipient);
  const recipient = to.findLast((one) => !nobody.has(one));
  const misplaced = named.findLast((one) => one.startsWith('functions.') || (!channels.has(one) && tools.has(one)));
  const repairs: string[] = [];
  if (recipient === undefined && misplaced !== undefined) repairs.push('it stood in the place of the channel');
  else if (recipient !== undefined && named.length > 1) repairs.push('a channel too many beside its name was left out');
  return {
    channel: named.findLast((one) => channels.has(one)) ?? named.at(-1),
    /** Whom it is for; undefined when that is no tool. */
    recipient: recipient ?? misplaced,
    repairs,
  };
}
