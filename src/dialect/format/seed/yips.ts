import { defineDialect, type GrammarDialect } from '../../define-dialect.js';
import { type DialectCall, maxCallLength } from '../../dialect.js';
import type { AheadContext, Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { digitsKept, parseShape } from '../../value/loose-json.js';
import { isObject } from '../../value/named-call.js';
import { thinkTags } from '../hermes.js';
import { callEnds } from '../python/python-calls.js';
import { findYipsBlocks, type YipsTag } from './yips-blocks.js';
import { readYipsBody, severalEnvelopes, type YipsAction } from './yips-envelope.js';
import { renderYipsPrompt, renderYipsResults, subagentName, writeYips } from './yips-render.js';

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

const agentFence = fenceOpener('yips-agent', 'yips_agent');
const toolsFence = fenceOpener('yips-tools', 'yips_tools');

/** A JSON object with actions in a fence tagged `yips-agent`, exactly one in a message. */
export const yipsAgent: GrammarDialect = yips('yips_agent', 'yips-agent', agentFence);

/** The older form of it: a fence tagged `yips-tools`, with a list for each kind of action. */
export const yipsTools: GrammarDialect = yips('yips_tools', 'yips-tools', toolsFence);

function yips(name: string, tag: YipsTag, own: Opener): GrammarDialect {
  const { sample, title } = facts[tag];
  return defineDialect({
    name,
    title,
    entries: [],
    aliases: [tag],
    models: ['any model that is prompted with it', 'Yips'],
    sample,
    grammar: {
      openers: [agentFence, toolsFence, bareEnvelope(name)],
      thoughts: thinkTags,
      dropped: callEnds,
      results: ['Action results:'],
    },
    inAuto: [own],
    renderPrompt: (tools) => renderYipsPrompt(tag, tools),
    writeCalls: (calls) => writeYips(tag, calls),
    renderResults: renderYipsResults,
  });
}

/** The whole message has to be read before anything counts: a second envelope makes both void. */
function fenceOpener(tag: YipsTag, dialect: string): Opener {
  return { dialect, text: `\`\`\`${tag}`, at: 'anywhere', fence: true, starts: endsLine, read: readEnvelope };
}

function* readEnvelope(body: Body): Reading<BodyEnd> {
  const { calls, dialect, input, tools } = body;
  const text = body.opener + (yield* input.toEnd());
  const { blocks, unclosed } = findYipsBlocks(text);
  const count = blocks.length + (unclosed ? 1 : 0);
  const [block] = blocks;
  if (count > 1) return reject(body, severalEnvelopes(count));
  if (block === undefined) return reject(body, 'The fence of the envelope is never closed, so nothing was run.');
  if (block.body.length > maxCallLength)
    return reject(body, 'The envelope is too long, so nothing was run. Do less at once.');
  const read = readYipsBody(block, (name) => !tools.told || tools.has(name));
  if (!read.ok) return reject(body, `${read.why} Nothing was run.`);
  for (const { why } of read.dropped) calls.ignore(why);
  for (const action of read.actions) {
    const call = callOf(action);
    if (!calls.make(dialect, call)) return 'lost';
    calls.repairCall(call.name, digitsKept(call.arguments));
  }
  const rest = withoutTurnEnd(text.slice(block.end));
  if (rest !== '') body.say(rest);
  if (read.text !== '') body.say(gapBehind(body.before + rest) + read.text);
  return 'closed';
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

function callOf(action: YipsAction): DialectCall {
  if (action.type !== 'subagent') return { id: action.id, name: action.name, arguments: action.arguments };
  const { id, work, context, allowedTools, maxRounds } = action;
  const args = { ['task']: work, context, allowed_tools: allowedTools, max_rounds: maxRounds };
  return { id, name: subagentName, arguments: JSON.stringify(args) };
}

/** An envelope without its fence: what it says is shown, and nothing of it is run. */
function bareEnvelope(dialect: string): Opener {
  return { dialect, text: '{', at: 'start', starts: startsEnvelope, read: readBare };
}

function* readBare(body: Body): Reading<BodyEnd> {
  const parsed = parseShape(`{${yield* body.input.toEnd()}`.trim());
  const text = parsed.ok && isObject(parsed.value) ? parsed.value['assistant_text'] : undefined;
  if (typeof text !== 'string' || text.trim() === '') return reject(body, withoutFence);
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
