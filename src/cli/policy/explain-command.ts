import type { Grant } from '../../policy/grant/grant.js';
import { type Mode, modes } from '../../policy/policy.js';
import type { Rule } from '../../policy/rule/rule.js';
import { parseRuleList } from '../../policy/rule/rule-list.js';
import { suggestRule } from '../../policy/suggest-rule.js';
import { holdsIn, listGrants } from '../../session/grant-records.js';
import type { CallPreview } from '../../session/preview-calls.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { styleOf } from '../view/style.js';
import { openPolicyContext, previewIn } from './policy-context.js';
import { type ExplainedVerdict, renderVerdict } from './render-verdict.js';

/** `toolwright policy explain`: the verdict on one call, what made it, and what would change it. */
export async function explainCommand(invocation: Invocation, host: Host): Promise<number> {
  const [tool = '', args = '{}'] = invocation.arguments;
  const bare = await openPolicyContext(invocation, host);
  const context = { ...bare, granted: await grantsHere(bare.places.root, invocation, host) };
  const call = { name: tool, arguments: args };
  const look = (mode: Mode, sandboxed = true): Promise<CallPreview> => previewIn(context, { mode, sandboxed })(call);
  const preview = await look(context.mode);
  const explained: ExplainedVerdict = exitMask(host, bare.places.root).value({
    tool,
    mode: context.mode,
    preview,
    unconfined: await look(context.mode, false),
    otherModes: await inOtherModes(context.mode, look),
    suggested: await suggestedRules(preview, (rules) =>
      previewIn(context, { rules: [...context.rules, ...rules], sandboxed: true })(call),
    ),
  });
  if (invocation.flag('json')) host.stdout.write(`${renderJson(jsonOf(explained))}\n`);
  else host.stdout.write(`${renderVerdict(explained, styleOf(host))}\n`);
  return preview.type === 'refused' ? exitCodes.failed : exitCodes.answered;
}

async function grantsHere(workspace: string, invocation: Invocation, host: Host): Promise<readonly Grant[]> {
  const records = await withStore(invocation, host, listGrants);
  const now = Date.now();
  return records.filter((record) => holdsIn(record, { workspace, now })).map(({ grant }) => grant);
}

async function inOtherModes(
  mode: Mode,
  look: (mode: Mode) => Promise<CallPreview>,
): Promise<ExplainedVerdict['otherModes']> {
  const others = await Promise.all(
    modes.filter((one) => one !== mode).map(async (one) => ({ mode: one, preview: await look(one) })),
  );
  return others.flatMap(({ mode: one, preview }) =>
    preview.type === 'decided' ? [{ mode: one, verdict: preview.decision.verdict }] : [],
  );
}

function jsonOf({ tool, preview, mode, unconfined, otherModes, suggested }: ExplainedVerdict): object {
  if (preview.type === 'refused') return { tool, refused: preview.errorType, message: preview.message };
  const { decision, facts, coercions } = preview;
  const bare = unconfined.type === 'decided' ? { unconfined: unconfined.decision.verdict } : {};
  return { tool, mode, ...decision, facts, coercions, ...bare, otherModes, suggested };
}

/** Rules by which a call that the mode alone holds up would run unasked: tried out, so that none is told in vain. */
async function suggestedRules(
  preview: CallPreview,
  look: (rules: readonly Rule[]) => Promise<CallPreview>,
): Promise<readonly string[]> {
  if (preview.type === 'refused' || preview.decision.verdict !== 'ask') return [];
  const { because = [] } = preview.decision;
  if (because.some(({ source }) => source !== 'mode')) return [];
  const facts = because.map(({ fact }) => (fact === undefined ? undefined : preview.facts[fact]));
  const texts = [...new Set(facts.map((fact) => (fact === undefined ? undefined : suggestRule(fact))))];
  const given = texts.filter((text) => text !== undefined);
  const { rules, problems } = parseRuleList(
    given.map((allow) => ({ allow })),
    { layer: 'user', file: 'suggested', line: 1 },
  );
  if (problems.length > 0 || given.length < texts.length) return [];
  const then = await look(rules);
  return then.type === 'decided' && then.decision.verdict === 'allow' ? given : [];
}
