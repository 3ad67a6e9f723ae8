import { channel } from 'node:diagnostics_channel';
import type { LookedAt } from '../../agent/message-reading.js';
import type { Profile } from '../../agent/profile.js';
import { defined } from '../../base/defined.js';
import { readHome } from '../../config/read-home.js';
import type { ParserTool } from '../../dialect/dialect.js';
import { findDialect } from '../../dialect/find-dialect.js';
import { type ReadMessage, readMessage } from '../../dialect/read-message.js';
import { createPolicy } from '../../policy/create-policy.js';
import { modes } from '../../policy/policy.js';
import { type CallPreview, createPreview } from '../../session/preview-calls.js';
import { sessionTools } from '../../session/session-tools.js';
import { defineTool } from '../../tool/define-tool.js';
import type { Tool } from '../../tool/tool.js';
import { scopesIn } from '../../workspace/scopes.js';
import { checkFolder } from '../check-folder.js';
import { chosenRisk, newProfile } from '../chosen-profile.js';
import type { Invocation } from '../command.js';
import { readToolsFile } from '../dialects/read-tools.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { openPolicyContext, type PolicyContext } from '../policy/policy-context.js';
import { safeText } from '../safe-text.js';
import { styleOf } from '../view/style.js';
import { readSource, type Source } from './read-source.js';
import { renderExplanation } from './render-explanation.js';

/** For whoever watches which profiles a process opens: here no session has it. */
const profiles = channel('toolwright:profile');

/** `toolwright explain`: what would become of a message, step by step, and why a call in it is not run. */
export async function explainCommand(invocation: Invocation, host: Host): Promise<number> {
  const requests = invocation.text('requests');
  if (requests !== undefined)
    return (await import('./explain-requests.js')).explainRequests(requests, invocation, host);
  const source = await readSource(invocation, host);
  const context = await openPolicyContext(invocation, host);
  const profile = await explainedProfile(invocation, { source, context });
  if (profile !== undefined && profiles.hasSubscribers) profiles.publish({ name: profile.name });
  const file = invocation.text('tools');
  const offered =
    file === undefined
      ? sessionTools({}, profile && { profile }).offer().definitions
      : await readToolsFile(file, host.cwd);
  const named = invocation.text('dialect');
  // What is named is meant; a profile reads its messages in its own way.
  const own = named === undefined ? profile?.messages : undefined;
  const dialect = own?.dialect ?? findDialect(named ?? 'auto');
  const thinking = invocation.text('thinking') === 'open' ? ('open' as const) : ('auto' as const);
  const read = readMessage(source.text, { dialect, tools: offered, thinking, ...defined({ inCode: own?.inCode }) });
  const mode = modes.find((name) => name === invocation.text('mode')) ?? 'ask';
  const workspace = checkFolder(invocation.text('directory'), host.cwd) ?? host.cwd;
  const tools = file === undefined ? sessionTools({}, profile && { profile }).list() : offered.map(schemaOnly);
  const vocabulary = vocabularyOf(profile, { invocation, host, context });
  const policy = createPolicy({ ...context, ...defined({ vocabulary }) });
  const look = createPreview({
    workspace,
    tools,
    policy,
    mode,
    env: context.env,
    scopes: profile?.scopes && scopesIn(profile.scopes, 'preview'),
    ...(profile !== undefined && { profile: profile.name }),
  });
  const previews: CallPreview[] = [];
  for (const call of read.calls.slice(0, maxPreviews)) previews.push(await look(call));
  const style = styleOf(host);
  const explained = {
    source,
    read,
    tools: offered,
    previews,
    policyTold: file === undefined,
    mode,
    dialect: dialect.name,
    isOwn: own !== undefined,
    ...defined({ checks: own?.checklist?.(source.text, lookedAt(read, { offered, previews })) }),
    ...(profile !== undefined && { profile: profile.name }),
  };
  host.stdout.write(`${exitMask(host, workspace).text(renderExplanation(explained, style))}\n`);
  return exitCodes.answered;
}

function vocabularyOf(
  profile: Profile | undefined,
  {
    invocation,
    host,
    context: { config, places, rules },
  }: { readonly invocation: Invocation; readonly host: Host; readonly context: PolicyContext },
) {
  const riskMode = chosenRisk(invocation, { profile, config }) ?? profile?.riskModes?.usual;
  return profile?.vocabulary?.({
    places,
    rules,
    sessionId: 'preview',
    attended: true,
    scopes: profile.scopes,
    riskMode: () => riskMode,
    readHome: (path) => readHome(path, places.home),
    warn: (message) => host.stderr.write(`${safeText(message)}\n`),
  });
}

/** The profile that is named, else the one the session had, else that of the config. Undefined: the default one. */
async function explainedProfile(
  invocation: Invocation,
  { source, context: { config } }: { readonly source: Source; readonly context: PolicyContext },
): Promise<Profile | undefined> {
  const had = invocation.text('profile') === undefined ? source.profile : undefined;
  if (had === undefined) return newProfile(invocation, config);
  const { hasProfile, openProfile } = await import('../../config/profile/open-profile.js');
  return hasProfile(had, config.paths) ? openProfile(had, config.paths) : undefined;
}

const maxPreviews = 32;

function lookedAt(
  { calls }: ReadMessage,
  { offered, previews }: { readonly offered: readonly ParserTool[]; readonly previews: readonly CallPreview[] },
): LookedAt {
  return {
    tools: offered.map(({ name }) => name),
    calls: previews.map((preview, at) => ({
      name: calls[at]?.name ?? '',
      ...(preview.type === 'refused'
        ? { verdict: 'refused', why: preview.message }
        : { verdict: preview.decision.verdict, why: preview.decision.reasons.join('; ') }),
    })),
  };
}

/** Of the tools of a file nothing is known but their schemas. */
const schemaOnly = ({ name, parameters = {} }: ParserTool): Tool => ({
  ...defineTool({
    name: 'schema_only',
    description: name,
    parameters: { type: 'object' },
    effects: 'none',
    run: () => null,
  }),
  name,
  parameters: { ...parameters, type: 'object' },
});
