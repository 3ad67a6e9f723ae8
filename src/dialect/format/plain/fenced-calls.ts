import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import { isSpace, type Reading } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { announcesExample } from './announces-example.js';
import { type BareJsonOptions, readValues } from './bare-json.js';
import { tellBehind } from './behind-call.js';
import { callAhead } from './call-ahead.js';
import { FoundCalls } from './found-calls.js';
import type { PlainRules } from './rules.js';

export const fence = '```';

/** What a fence with calls may be said to hold. */
const infos: readonly string[] = [
  '',
  'json',
  'json5',
  'jsonc',
  'jsonl',
  'yaml',
  'xml',
  'text',
  'tool_call',
  'tool_calls',
  'tool',
  'tool_use',
  'function_call',
  'function',
  'action',
];

/** JSON with calls in a code fence. */
export const fencedJson = ({ rules, at = 'anywhere', howTo }: BareJsonOptions): Opener => ({
  text: fence,
  at,
  fence: true,
  starts: (ahead, context) => fenceAhead(ahead, context, rules),
  read: (body) => readFenced(body, { rules, howTo }),
});

/** Whether what follows a fence may be calls. */
export function fenceAhead(ahead: string, context: AheadContext, rules: PlainRules): boolean | undefined {
  const [info = ''] = /^[^\n[{]*/.exec(ahead) ?? [];
  const word = info.trim().toLowerCase();
  if (info.length === ahead.length)
    return !context.ended && infos.some((one) => one.startsWith(word)) ? undefined : false;
  if (!infos.includes(word)) return false;
  const rest = ahead.slice(info.length);
  // Where it was asked for, a comment may stand before the JSON.
  const [lead = ''] = (rules.named ? /^[^[{`]*/ : /^\s*/).exec(rest) ?? [];
  if (lead.length === rest.length) return context.ended ? false : undefined;
  return callAhead(rest.slice(lead.length), context, rules);
}

/** Reads behind the fence; where it was not asked for, up to the last of them, for nothing may follow. */
export function* readFenced(
  body: Body,
  options: { readonly rules: PlainRules; readonly howTo: string },
): Reading<BodyEnd> {
  const { input, tools } = body;
  const { rules, howTo } = options;
  const found = new FoundCalls();
  for (;;) {
    yield* input.takeWhile(isInfo);
    const last = yield* readValues(body, found, options);
    if (typeof last === 'string') return last;
    if (!(yield* closes(body, found, rules))) return found.ignore(body);
    if (rules.named) return found.commit(body, howTo);
    const behind = yield* input.glimpse((ahead, ended) => tellFence(ahead, ended, tools, rules));
    if (behind === undefined || behind === 'other' || announcesExample(body.before)) return found.ignore(body);
    if (behind === 'end') return found.commit(body, howTo);
    yield* input.space();
    input.at += fence.length;
  }
}

/** The closing fence, or the end of the message. */
function* closes({ input }: Body, found: FoundCalls, { named }: PlainRules): Reading<boolean> {
  const behind = yield* input.glimpse(tellClose);
  if (behind === 'cut') found.repairs.add('its code fence was never closed');
  if (behind === 'other') {
    // Something stands between the calls and the end of the fence: it stays in the text.
    if (named) found.repairs.add('its code fence was not closed behind it');
    return named;
  }
  yield* input.takeWhile((code) => isSpace(code) || code === 0x3b || code === 0x2c);
  yield* input.takeWhile((code) => code === 0x60, fence.length);
  return true;
}

function tellClose(ahead: string, ended: boolean): 'closed' | 'cut' | 'other' | undefined {
  const rest = ahead.replace(/^[\s,;]*/, '');
  if (rest.startsWith(fence)) return 'closed';
  if (!fence.startsWith(rest)) return 'other';
  return ended ? 'cut' : undefined;
}

/** What follows a fence with calls: another one, the end, or something that makes it part of an answer. */
function tellFence(
  ahead: string,
  ended: boolean,
  tools: ToolTable,
  rules: PlainRules,
): 'fence' | 'end' | 'other' | undefined {
  const rest = ahead.trimStart();
  if (rest.startsWith(fence)) {
    const calls = fenceAhead(rest.slice(fence.length), { tools, ended }, rules);
    return calls === undefined ? undefined : calls ? 'fence' : 'other';
  }
  if (!ended && rest !== '' && fence.startsWith(rest)) return undefined;
  const behind = tellBehind(ahead, ended, { tools, rules });
  return behind?.kind === 'value' ? 'other' : behind?.kind;
}

const isInfo = (code: number): boolean => code !== 0x7b && code !== 0x5b;
