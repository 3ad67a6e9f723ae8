import { orderChains } from '../agent/chains.js';
import type { AgentDelta } from '../agent/event.js';
import type { TurnEnv } from '../agent/turn-env.js';
import { defined } from '../base/defined.js';
import type { SessionHooks } from '../extend/hook/session-hooks.js';
import type { Model } from '../model/model.js';
import type { Mode } from '../policy/policy.js';
import { createCallWatch } from '../run/call-watch.js';
import { orderMiddleware } from '../run/middleware.js';
import { runStep } from '../run/run-step.js';
import { createTickGate } from '../run/tick-gate.js';
import type { Store } from '../store/store.js';
import type { SessionChildren } from './child/create-children.js';
import { loadImage } from './images.js';
import type { SessionConversation } from './open-conversation.js';
import type { SessionHost } from './open-host.js';
import type { SessionJudges } from './open-judges.js';
import type { SessionTools } from './open-tools.js';
import type { SessionOptions } from './options.js';
import type { RequestPrefix } from './request-prefix.js';
import type { SessionLimits } from './session-limits.js';
import type { ModeSwitch } from './session-mode.js';
import type { SessionPlace } from './session-place.js';
import { type SessionState, trackDetached } from './session-state.js';
import type { SessionStream } from './session-stream.js';

interface EnvParts {
  readonly store: Store;
  readonly options: SessionOptions;
  readonly place: SessionPlace;
  readonly state: SessionState;
  readonly stream: SessionStream;
  readonly tools: SessionTools;
  readonly conversation: SessionConversation;
  readonly limits: SessionLimits;
  readonly judges: SessionJudges;
  readonly host: SessionHost;
  readonly hooks: SessionHooks | undefined;
  readonly children: SessionChildren;
  readonly prefix: RequestPrefix;
  readonly modes: ModeSwitch;
}

/** What the turns of a session are run with. */
export function sessionEnv(parts: EnvParts): Omit<TurnEnv, 'cancellation'> {
  const { options, place, state, stream, tools, conversation, limits, judges, host, children, prefix } = parts;
  const { session, profile, mask, clock } = place;
  const { spending, rates, loops } = limits;
  const { recorder } = stream;
  const { beforeRound } = tools.extensions;
  const chains = orderChains(options.chains);
  const emit = (delta: AgentDelta): void => recorder.pass(delta);
  return {
    session,
    tools: callable(parts),
    judges: deciding(parts),
    people: { questions: judges.questions, given: judges.given },
    secrets: { mask, refreshSecrets: mask.refreshSecrets, masked: new Map() },
    ports: { ...host.ports, children },
    guards: { limits: profile.limits, rates, loops },
    pace: {
      order: profile.order,
      ticks: createTickGate(),
      watch: createCallWatch(clock, emit),
      trackDetached: (work) => trackDetached(state, work),
    },
    words: wordsOf(parts),
    conversation,
    recorder,
    emit,
    model: spokenModel(state, place),
    profile,
    ...defined({ chains }),
    spending,
    prefix,
    ...defined({ beforeRound }),
  };
}

function callable({ options, tools, hooks }: EnvParts): TurnEnv['tools'] {
  const { registry, exposed, metaTools } = tools;
  const middleware = orderMiddleware([...(options.middleware ?? []), ...(hooks?.middleware ?? [])]);
  return {
    registry,
    exposed,
    runStep,
    ...defined({ metaTools, middleware }),
  };
}

function deciding({ options, place, judges, modes }: EnvParts): TurnEnv['judges'] {
  const { policy, grants } = judges.deciding;
  return {
    policy,
    profileName: place.profile.name,
    mode: () => judges.mode.now,
    leavePlan: { modes: options.leavePlanFor ?? usualLeaving, change: modes.change },
    grants,
    taint: judges.taint,
  };
}

function wordsOf({ store, place, conversation }: EnvParts): TurnEnv['words'] {
  const { renderResult, renderMessage, renderCut } = place.profile;
  const { images } = conversation;
  return { renderResult, renderMessage, renderCut, loadImage: (image) => loadImage(image, images, store.blobs) };
}

/** What a person may leave mode `plan` for with a plan: never for what runs commands unasked. */
const usualLeaving: readonly Mode[] = ['edit', 'ask'];

/** The model of a session, spoken with as its profile does; the same object until it is another one. */
function spokenModel(state: Pick<SessionState, 'model'>, { profile }: Pick<SessionPlace, 'profile'>): () => Model {
  let spoken: { readonly model: Model; readonly as: Model } | undefined;
  return () => {
    const { model } = state;
    if (spoken?.model !== model) spoken = { model, as: profile.wrapModel?.(model) ?? model };
    return spoken.as;
  };
}
