import { defineDialect, type GrammarDialect } from '../../define-dialect.js';
import { type DialectCall, maxCallLength } from '../../dialect.js';
import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { digitsKept, parseShape } from '../../value/loose-json.js';
import { isObject } from '../../value/named-call.js';
import { thinkTags } from '../hermes.js';
import { callEnds } from '../python/python-calls.js';
import { actionNames, type EnvelopeAction, readActionBody, severalEnvelopes } from './action-envelope.js';
import { type FenceTag, findFencedBlocks } from './fenced-blocks.js';
import { againId, renderActionPrompt, renderActionResults, subagentName, writeActions } from './write-actions.js';

const facts = {
  'yips-agent': {
    title: 'Actions in a yips-agent fence',
    sample:
      '```yips-agent\n{\n  "actions": [\n    {"type": "tool", "id": "t1", "name": "list_dir", "arguments": {"path": "."}}\n  ]\n}\n```',
  },
  'yips-tools': {
    title: 'Calls in a yips-tools fence',
    sample:
      '```yips-tools\n{\n  "tool_calls": [\n    {"id": "t1", "name": "list_dir", "arguments": {"path": "."}}\n  ]\n}\n```',
  },
} as const;

/** What becomes of an envelope that cannot be read. */
interface Faults {
  /** It is left out of the text, and a fence that is never closed is no envelope at all. */
  readonly lenient: boolean;
}

const agentFence = fenceOpener('yips-agent', 'yips_agent', { lenient: false });
const toolsFence = fenceOpener('yips-tools', 'yips_tools', { lenient: false });

/** A JSON object with actions in a fence tagged `yips-agent`, exactly one in a message. */
export const actionFence: GrammarDialect = defineFence('yips_agent', 'yips-agent', agentFence);

/** The older form of it: a fence tagged `yips-tools`, with a list for each kind of action. */
export const actionListsFence: GrammarDialect = defineFence('yips_tools', 'yips-tools', toolsFence);

/** Both as Yips itself takes them: for whom nobody corrects what cannot be read, and a message without an envelope is an answer. */
export const lenientActionFence: GrammarDialect = defineFence('yips_agent', 'yips-agent', agentFence, [
  fenceOpener('yips-agent', 'yips_agent', { lenient: true }),
  fenceOpener('yips-tools', 'yips_tools', { lenient: true }),
  bareEnvelope('yips_agent', { lenient: true }),
]);

function defineFence(
  name: string,
  tag: FenceTag,
  own: Opener,
  openers: readonly Opener[] = [agentFence, toolsFence, bareEnvelope(name, { lenient: false })],
): GrammarDialect {
  const { sample, title } = facts[tag];
  return defineDialect({
    name,
    title,
    entries: [],
    aliases: [tag],
    models: ['any model that is prompted with it', 'Yips'],
    sample,
    grammar: {
      openers,
      thoughts: thinkTags,
      dropped: callEnds,
      results: ['Action results:'],
    },
    inAuto: [own],
    createId: againId,
    renderPrompt: (tools) => renderActionPrompt(tag, tools),
    writeCalls: (calls) => writeActions(tag, calls),
    renderResults: renderActionResults,
  });
}

/** The whole message has to be read before anything counts: a second envelope makes both void. */
function fenceOpener(tag: FenceTag, dialect: string, faults: Faults): Opener {
  const read = (body: Body): Reading<BodyEnd> => readEnvelope(body, faults);
  return { dialect, text: `\`\`\`${tag}`, at: 'anywhere', fence: true, starts: endsLine, read };
}

function* readEnvelope(body: Body, { lenient }: Faults): Reading<BodyEnd> {
  const { calls, input, tools } = body;
  const text = body.opener + (yield* input.toEnd());
  const { blocks, unclosed } = findFencedBlocks(text);
  const count = blocks.length + (unclosed && !lenient ? 1 : 0);
  const [block] = blocks;
  if (count > 1) return reject(body, severalEnvelopes(count));
  if (block === undefined)
    return lenient ? 'text' : reject(body, 'The fence of the envelope is never closed, so nothing was run.');
  const rest = withoutTurnEnd(text.slice(block.end));
  const refuse = (why: string): BodyEnd => {
    const end = reject(body, why);
    if (!lenient) return end;
    if (rest !== '') body.say(rest);
    return 'closed';
  };
  if (block.body.length > maxCallLength)
    return refuse('The envelope is too long, so nothing was run. Do less at once.');
  const read = readActionBody(block, (name, kind) => isActionName(name, kind, tools));
  if (!read.ok) return refuse(`${read.why} Nothing was run.`);
  for (const { why } of read.dropped) calls.ignore(why);
  for (const action of read.actions) {
    const call = callOf(action);
    if (calls.make(call) === 'lost') return 'lost';
    calls.repairCall(call.name, digitsKept(call.arguments));
  }
  if (rest !== '') body.say(rest);
  if (read.text !== '') body.say(gapBehind(body.before + rest) + read.text);
  return 'closed';
}

/** A name of Yips is known as what it is there, also where nothing does it: its call is answered then. */
function isActionName(name: string, kind: 'tool' | 'skill', tools: ToolTable): boolean {
  if (name === subagentName) return false;
  if (actionNames.tools.includes(name)) return kind === 'tool';
  if (actionNames.skills.includes(name)) return kind === 'skill';
  return !tools.told || tools.has(name);
}

/** What the message ends with beside the envelope; the token that ends a turn is no text. */
function withoutTurnEnd(text: string): string {
  const rest = text.trimEnd();
  const end = callEnds.find((token) => rest.endsWith(token));
  return end === undefined ? rest : rest.slice(0, -end.length).trimEnd();
}

function reject({ calls }: Body, message: string): BodyEnd {
  calls.reject(message);
  return 'rejected';
}

/** What is missing for a blank line behind a text. */
function gapBehind(text: string): string {
  if (text.trim() === '') return '';
  const breaks = (/\s*$/.exec(text)?.[0] ?? '').split('\n').length - 1;
  return '\n'.repeat(Math.max(0, 2 - breaks));
}

function callOf(action: EnvelopeAction): DialectCall {
  if (action.type !== 'subagent') return { id: action.id, name: action.name, arguments: action.arguments };
  const { id, work, context, allowedTools, maxRounds } = action;
  const args = { ['task']: work, context, allowed_tools: allowedTools, max_rounds: maxRounds };
  return { id, name: subagentName, arguments: JSON.stringify(args) };
}

/** An envelope without its fence: what it says is shown, and nothing of it is run. */
function bareEnvelope(dialect: string, faults: Faults): Opener {
  const read = (body: Body): Reading<BodyEnd> => readBare(body, faults);
  return { dialect, text: '{', at: 'start', ...(faults.lenient && { quotable: true }), starts: startsEnvelope, read };
}

function* readBare(body: Body, { lenient }: Faults): Reading<BodyEnd> {
  const parsed = parseShape(`{${yield* body.input.toEnd()}`.trim());
  const text = parsed.ok && isObject(parsed.value) ? parsed.value['assistant_text'] : undefined;
  if (typeof text !== 'string' || text.trim() === '') return lenient ? 'text' : reject(body, withoutFence);
  body.calls.ignore(withoutFence);
  body.say(text.trim());
  return 'closed';
}

const withoutFence =
  'An envelope stood without its fence, so nothing of it was run. Write it in a fence tagged yips-agent.';

function startsEnvelope(ahead: string, { ended }: AheadContext): boolean | undefined {
  const [, key = '', closed] = /^\s*"([a-z_]*)("?)/.exec(ahead) ?? [];
  if (closed === '"') return envelopeKeys.includes(key);
  return !ended &&
    (/^\s*$/.test(ahead) || (/^\s*"[a-z_]*$/.test(ahead) && envelopeKeys.some((one) => one.startsWith(key))))
    ? undefined
    : false;
}

const envelopeKeys = ['assistant_text', 'actions', 'tool_calls', 'skill_calls', 'subagent_calls'];

function endsLine(ahead: string, { ended }: AheadContext): boolean | undefined {
  if (/^[ \t\r]*\n/.test(ahead)) return true;
  return !ended && /^[ \t\r]*$/.test(ahead) ? undefined : false;
}
