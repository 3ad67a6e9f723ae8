import type { ChildStarted } from '../../agent/event.js';
import { defined } from '../../base/defined.js';
import { generalAgent } from '../../extend/agent/agent.js';
import type { Extension } from '../../extend/extension.js';
import type { Model } from '../../model/model.js';
import { type ExposureSettings, usualCeiling } from '../../tool/catalog/exposure.js';
import { namesOf } from '../../tool/former-names.js';
import type { Tool } from '../../tool/tool.js';
import type { SessionOptions } from '../options.js';
import type { Caller } from './held-child.js';
import { depthOf, type ParentBinding } from './parent-binding.js';
import { relayQuestions } from './relayed-questions.js';
import { type SharedTools, shareTools } from './shared-tools.js';

/** What a subagent is opened with: what its caller was, without what the caller alone has, and within what it is held to. */
export async function childOptions(
  started: ChildStarted,
  caller: Caller,
  { tools }: ParentBinding,
): Promise<SessionOptions> {
  const { place, limits, state, store } = caller;
  const { profile } = place;
  const { activeFile } = state;
  const { session: _session, riskMode: _risk, onQuestion, onAsk, metaTools = [], ...rest } = caller.options;
  return {
    ...rest,
    store,
    workspace: place.workspace.root,
    model: await modelOf(started, caller),
    profile: profile.subagents?.instructions === false ? { ...profile, instructionFiles: [] } : profile,
    limits: { rounds: started.rounds, atLimit: 'stop' },
    // None of its own: that of its caller is the most.
    mode: started.mode ?? 'auto',
    leavePlanFor: [],
    // What brings tools is its caller's: it has those by its binding, and the ones it may use alone.
    toolFolders: [],
    dynamicTools: false,
    metaTools: metaTools.filter(mayUse(started, caller)),
    exposure: exposureFor(started, rest.exposure),
    extensions: [telling(started, caller, tools)],
    onAsk: onAsk ?? (onQuestion === undefined ? 'deny' : 'person'),
    spendsFor: limits.spending.handedOn,
    actor: place.session.actor,
    ...defined({ activeFile }),
  };
}

const mayUse =
  ({ tools }: ChildStarted, { place: { profile, tree } }: Caller) =>
  ({ name, group, viewOf = name }: Tool): boolean =>
    (tools === undefined || namesOf(name).some((one) => tools.includes(one))) &&
    !ofCallerAlone.has(viewOf) &&
    !(profile.subagents?.without ?? []).includes(group) &&
    !(tree.depth + 1 >= depthOf(profile) && delegating.has(viewOf));

/** They change what the caller has. */
const ofCallerAlone: ReadonlySet<string> = new Set(['tool_create', 'tool_update', 'tool_delete']);

const delegating: ReadonlySet<string> = new Set(['delegate', 'create_subtasks', 'list_subtasks']);

/** A few that were chosen for it are what it needs: it has not to look for them. */
function exposureFor({ tools }: ChildStarted, given: ExposureSettings = {}): ExposureSettings {
  if (tools === undefined || tools.length > usualCeiling) return given;
  return { ...given, pinned: [...(given.pinned ?? []), ...tools] };
}

/** What connects a subagent with its caller while it works. */
export function bindParent(started: ChildStarted, caller: Caller): ParentBinding {
  const { callId, childId, name } = started;
  const { place, stream, tools, judges, limits } = caller;
  const { deciding, questions, mode, risk, taint } = judges;
  const { session, profile, tree } = place;
  const { recorder } = stream;
  return {
    parent: { sessionId: session.id, callId, name, depth: tree.depth + 1 },
    deciding,
    questions: relayQuestions({
      questions,
      recorder,
      callId,
      child: { sessionId: childId, name },
    }),
    tools: shareTools({
      registry: tools.registry,
      brought: tools.brought,
      name: profile.subagents?.withheld === 'denied' ? name : undefined,
      mayUse: mayUse(started, caller),
    }),
    tree: tree.tree,
    book: tools.book,
    rates: limits.rates,
    risk,
    mode: () => mode.now,
    raised(source) {
      taint.take({ ...source, callId });
      void recorder.flush();
    },
  };
}

/** Opened anew each time: a model may hold a connection. */
async function modelOf({ model }: ChildStarted, { state, options }: Caller): Promise<Model> {
  return model === undefined || options.openModel === undefined ? state.model : options.openModel(model);
}

/** Its agent's prompt, that it is not the one who talks with the person, and what its caller's extensions say. */
function telling(
  { name, tools, scope: own }: ChildStarted,
  { tools: { book } }: Caller,
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
