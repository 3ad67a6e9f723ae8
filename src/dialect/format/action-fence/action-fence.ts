import { defineDialect, type GrammarDialect } from '../../define-dialect.js';
import { type DialectCall, maxCallLength } from '../../dialect.js';
import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { digitsKept, parseShape } from '../../value/loose-json.js';
import { isObject } from '../../value/named-call.js';
import { callEnds } from '../marks.js';
import { startsMatching } from '../starts.js';
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

/** A JSON object with actions in a fence tagged `yips-agent`, exactly one in a message. */
export const actionFence = defineFence('yips_agent', 'yips-agent');

/** The older form of it: a fence tagged `yips-tools`, with a list for each kind of action. */
export const actionListsFence = defineFence('yips_tools', 'yips-tools');

/**
 * Both, for a loop that corrects nothing: what cannot be read is left out of the text, a fence that is never closed is no
 * envelope, and a message without an envelope is an answer.
 */
export const lenientActionFence = defineFence('yips_agent', 'yips-agent', { lenient: true });

function defineFence(name: string, tag: FenceTag, { lenient = false } = {}): GrammarDialect {
  const fences = [fenceOpener('yips-agent', 'yips_agent', lenient), fenceOpener('yips-tools', 'yips_tools', lenient)];
  return defineDialect({
    name,
    ...facts[tag],
    aliases: [tag],
    models: ['any model that is prompted with it', 'Yips'],
    grammar: {
      openers: [...fences, bareEnvelope(lenient)],
      dropped: callEnds,
      results: ['Action results:'],
    },
    inAuto: fences.filter(({ dialect }) => dialect === name),
    createId: againId,
    renderPrompt: (tools) => renderActionPrompt(tag, tools),
    writeCalls: (calls) => writeActions(tag, calls),
    renderResults: renderActionResults,
  });
}

/** The whole message has to be read before anything counts: a second envelope makes both void. */
function fenceOpener(tag: FenceTag, dialect: string, lenient: boolean): Opener {
  const starts = startsMatching(/^[ \t\r]*\n/, /^[ \t\r]*$/);
  return { dialect, text: `\`\`\`${tag}`, fence: true, starts, read: (body) => readEnvelope(body, lenient) };
}

function* readEnvelope(body: Body, lenient: boolean): Reading<BodyEnd> {
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
    body.say(rest);
    return 'closed';
  };
  if (block.body.length > maxCallLength)
    return refuse('The envelope is too long, so nothing was run. Do less at once.');
  const read = readActionBody(block, (name, kind) => isActionName(name, kind, tools));
  if (!read.ok) return refuse(`${read.why} Nothing was run.`);
  for (const { cause, why } of read.dropped) cause === 'id' ? calls.repeat(why) : calls.ignore(why);
  for (const action of read.actions) {
    const call = callOf(action);
    if (calls.make(call, digitsKept(call.arguments)) === 'lost') return 'lost';
  }
  body.say(rest);
  if (read.text !== '') body.say(gapBehind(body.before + rest) + read.text);
  return 'closed';
}

/** A name of its own is known as what it is there, also where nothing does it: its call is answered then. */
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
function bareEnvelope(lenient: boolean): Opener {
  return {
    text: '{',
    at: 'start',
    ...(lenient && { quotable: true }),
    starts: startsEnvelope,
    *read(body) {
      const parsed = parseShape(`{${yield* body.input.toEnd()}`.trim());
      const text = parsed.ok && isObject(parsed.value) ? parsed.value['assistant_text'] : undefined;
      if (typeof text !== 'string' || text.trim() === '') return lenient ? 'text' : reject(body, withoutFence);
      body.calls.ignore(withoutFence);
      body.say(text.trim());
      return 'closed';
    },
  };
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
