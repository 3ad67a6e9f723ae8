import type { Check, LookedAt } from '../../agent/message-reading.js';
import { defined } from '../../base/defined.js';
import {
  actionNames,
  type DroppedEntry,
  readActionBody,
  severalEnvelopes,
} from '../../dialect/format/action-fence/action-envelope.js';
import { findFencedBlocks } from '../../dialect/format/action-fence/fenced-blocks.js';

/** The causes that the document names for a call that is not run, in its order. What rests on a failed one is left out. */
export function yipsChecklist(message: string, looked: LookedAt): readonly Check[] {
  const { blocks, unclosed } = findFencedBlocks(message);
  const [block] = blocks;
  if (block === undefined) return withoutEnvelope(message, unclosed);
  if (blocks.length > 1) return [check(oneFence, severalEnvelopes(blocks.length), blocks[1]?.start)];
  const body = readActionBody(block, (name, type) => isKnown(name, type, looked));
  const fenced = [check(oneFence), check(rightTag)];
  if (!body.ok) return [...fenced, check(validJson, `${body.why} ${minimal}`, block.start)];
  const dropped = (cause: DroppedEntry['cause']): string | undefined => {
    const whys = body.dropped.filter((one) => one.cause === cause).map(({ why }) => why);
    return whys.length === 0 ? undefined : whys.join(' ');
  };
  return [
    ...fenced,
    check(validJson),
    check('every entry has a type, an id, a name or a task, and arguments', dropped('shape')),
    check('every id is there once', dropped('id')),
    check('every name is in the allow-lists', namesWhy(dropped('name'))),
    ...policyChecks(looked),
  ];
}

const oneFence = 'there is exactly one fenced envelope';
const rightTag = 'its tag is yips-agent, or the older yips-tools';
const validJson = 'its body is valid JSON, and an object';
const minimal = 'If that goes on, try an envelope with a single action.';

const check = (what: string, why?: string, at?: number): Check => ({
  what,
  ok: why === undefined,
  ...defined({ why, at }),
});

/** Why there is none: a fence that stays open, another tag, no fence, or nothing that was meant as one. */
function withoutEnvelope(message: string, unclosed: boolean): readonly Check[] {
  if (unclosed) return [check(oneFence, 'The fence is never closed. End it with ``` in a line of its own.')];
  const wrong = otherTag.exec(message);
  if (wrong !== null) {
    const tag = wrong[1] === '' ? 'has no tag' : `is tagged ${wrong[1]}`;
    return [check(rightTag, `The fence of this envelope ${tag}. Tag it yips-agent.`, wrong.index)];
  }
  const bare = envelope.exec(message);
  if (bare !== null)
    return [check(oneFence, 'This envelope stands in no fence. Put it into one tagged yips-agent.', bare.index)];
  return [check(oneFence, 'There is none: the model answered in plain words, and nothing was to be run.')];
}

const keys = '(?:assistant_text|actions|tool_calls|skill_calls|subagent_calls)';
const envelope = new RegExp(`\\{\\s*"${keys}"\\s*:`);
/** A fence around what would be an envelope, or with a tag that was meant so. */
const otherTag = new RegExp(
  `\`\`\`[ \\t]*([^\\s\`]*)[^\\n\`]*\\n(?=\\s*\\{\\s*"${keys}"\\s*:)|\`\`\`[ \\t]*(?=[^\\n\`]*yips)([^\\s\`]*)`,
  'i',
);

const isKnown = (name: string, type: 'tool' | 'skill', { tools }: LookedAt): boolean => {
  if (actionNames.tools.includes(name)) return type === 'tool';
  return actionNames.skills.includes(name) ? type === 'skill' : tools.includes(name);
};

const namesWhy = (why: string | undefined): string | undefined =>
  why &&
  `${why} Tools: ${actionNames.tools.join(', ')}. Skills: ${actionNames.skills.join(', ')}. Such a call is left out without a word.`;

function policyChecks({ calls }: LookedAt): readonly Check[] {
  const denied = calls.filter(({ verdict }) => verdict === 'deny').map(said);
  const asked = calls.filter(({ name, verdict }) => verdict === 'ask' && name !== 'apply_file_change').map(said);
  const alone = asked.length === 0 ? undefined : `${asked.join(' ')} A person is asked; in a gateway it is denied.`;
  return [
    check('nothing is denied by the risk policy', denied.length === 0 ? undefined : denied.join(' ')),
    check('nothing waits for a confirmation, which a gateway denies', alone),
  ];
}

const said = ({ name, why }: LookedAt['calls'][number]): string => `${name}: ${why}.`;
