import type { ChildStarted } from '../../agent/event.js';
import { defined } from '../../base/defined.js';
import { generalAgent } from '../../extend/agent/agent.js';
import type { Extension } from '../../extend/extension.js';
import type { Model } from '../../model/model.js';
import { type ExposureSettings, usualCeiling } from '../../tool/catalog/exposure.js';
import type { Tool } from '../../tool/tool.js';
import type { SessionOptions } from '../options.js';
import type { ChildrenContext } from './held-child.js';
import { depthOf, type ParentBinding } from './parent-binding.js';
import { relayQuestions } from './relayed-questions.js';
import { type SharedTools, shareTools } from './shared-tools.js';

/** What a subagent is opened with: what its caller was, without what the caller alone has, and within what it is held to. */
export async function childOptions(
  started: ChildStarted,
  context: ChildrenContext,
  { tools }: ParentBinding,
): Promise<SessionOptions> {
  const { env, ports, store, activeFile } = context.core();
  const { session: _session, onQuestion, onAsk, metaTools = [], ...rest } = context.options;
  return {
    ...rest,
    store,
    workspace: ports.workspace.root,
    model: await modelOf(started, context),
    profile: env.profile.subagents?.instructions === false ? { ...env.profile, instructionFiles: [] } : env.profile,
    limits: { rounds: started.rounds, atLimit: 'stop' },
    // None of its own: that of its caller is the most.
    mode: started.mode ?? 'auto',
    leavePlanFor: [],
    // What brings tools is its caller's: it has those by its kin, and the ones it may use alone.
    toolFolders: [],
    dynamicTools: false,
    metaTools: metaTools.filter(mayUse(started, context)),
    exposure: exposureFor(started, rest.exposure),
    extensions: [telling(started, context, tools)],
    onAsk: onAsk ?? (onQuestion === undefined ? 'deny' : 'person'),
    spendsFor: env.spending.handedOn,
    actor: env.session.actor,
    ...defined({ activeFile }),
  };
}

const mayUse =
  ({ tools }: ChildStarted, { depth, core }: ChildrenContext) =>
  ({ name, group, viewOf = name }: Tool): boolean =>
    (tools?.includes(name) ?? true) &&
    !ofCallerAlone.has(viewOf) &&
    !(core().env.profile.subagents?.without ?? []).includes(group) &&
    !(depth + 1 >= depthOf(core().env.profile) && delegating.has(viewOf));

/** They change what the caller has. */
const ofCallerAlone: ReadonlySet<string> = new Set(['tool_create', 'tool_update', 'tool_delete']);

const delegating: ReadonlySet<string> = new Set(['task', 'create_subtasks', 'list_subtasks']);

/** A few that were chosen for it are what it needs: it has not to look for them. */
function exposureFor({ tools }: ChildStarted, given: ExposureSettings = {}): ExposureSettings {
  if (tools === undefined || tools.length > usualCeiling) return given;
  return { ...given, pinned: [...(given.pinned ?? []), ...tools] };
}

/** What connects a subagent with its caller while it works. */
export function bindParent(started: ChildStarted, context: ChildrenContext): ParentBinding {
  const { callId, childId, name } = started;
  const above = context.core();
  const { id, env, recorder, deciding, brought } = above;
  return {
    parent: { sessionId: id, callId, name, depth: context.depth + 1 },
    deciding,
    questions: relayQuestions({
      questions: env.questions,
      recorder,
      callId,
      child: { sessionId: childId, name },
    }),
    tools: shareTools({
      registry: env.registry,
      brought,
      name: env.profile.subagents?.withheld === 'denied' ? name : undefined,
      mayUse: mayUse(started, context),
    }),
    tree: context.tree,
    book: context.book,
    rates: env.rates,
    mode: () => above.mode,
    raised(source) {
      above.taint.take({ ...source, callId });
      void recorder.flush();
    },
  };
}

/** Opened anew each time: a model may hold a connection. */
async function modelOf({ model }: ChildStarted, { core, options }: ChildrenContext): Promise<Model> {
  return model === undefined || options.openModel === undefined ? core().model : options.openModel(model);
}

/** Its agent's prompt, that it is not the one who talks with the person, and what its caller's extensions say. */
function telling(
  { name, tools, scope: own }: ChildStarted,
  { book }: ChildrenContext,
  { prompt }: SharedTools,
): Extension {
  const agent = book?.find(name).agent ?? generalAgent;
  const held = tools === undefined ? '' : ` Of the tools you have: ${tools.length === 0 ? 'none' : tools.join(', ')}.`;
  const scope = `You are the subagent ${name}: another model has delegated a part of its work to you, and reads only your last message. Stay with what it asks, and be concise.${held}`;
  return {
    name: `subagent ${name}`,
    open: (host) =>
      host.setPrompt([...(own === undefined ? [scope, agent.prompt] : [own]), prompt].filter(said).join('\n\n')),
  };
}

const said = (part: string): boolean => part !== '';
