import { orderChains } from '../agent/chains.js';
import type { AgentDelta } from '../agent/event.js';
import type { TurnEnv } from '../agent/turn-env.js';
import { defined } from '../base/defined.js';
import type { Model } from '../model/model.js';
import type { Mode } from '../policy/policy.js';
import { createCallWatch } from '../run/call-watch.js';
import { orderMiddleware } from '../run/middleware.js';
import { runStep } from '../run/run-step.js';
import { createTickGate } from '../run/tick-gate.js';
import { loadImage } from './images.js';
import type { SessionParts } from './session-parts.js';
import { trackDetached } from './session-state.js';

/** What the turns of a session are run with. */
export function sessionEnv(parts: SessionParts): Omit<TurnEnv, 'cancellation'> {
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
    model: spokenModel(parts),
    profile,
    ...defined({ chains }),
    spending,
    prefix,
    ...defined({ beforeRound }),
  };
}

function callable({ options, tools, hooks }: SessionParts): TurnEnv['tools'] {
  const { registry, exposed, metaTools } = tools;
  const middleware = orderMiddleware([...(options.middleware ?? []), ...(hooks?.middleware ?? [])]);
  return {
    registry,
    exposed,
    runStep,
    ...defined({ metaTools, middleware }),
  };
}

function deciding({ options, place, judges, modes }: SessionParts): TurnEnv['judges'] {
  const { policy, grants } = judges.deciding;
  return {
    policy,
    profileName: place.profile.name,
    mode: () => judges.mode.now,
    riskMode: () => judges.risk.now,
    leavePlan: { modes: options.leavePlanFor ?? usualLeaving, change: modes.change },
    grants,
    taint: judges.taint,
  };
}

function wordsOf({ store, place, conversation }: SessionParts): TurnEnv['words'] {
  const { renderResult, renderMessage, renderCut } = place.profile;
  const { images } = conversation;
  return { renderResult, renderMessage, renderCut, loadImage: (image) => loadImage(image, images, store.blobs) };
}

/** What a person may leave mode `plan` for with a plan: never for what runs commands unasked. */
const usualLeaving: readonly Mode[] = ['edit', 'ask'];

/** The model of a session, spoken with as its profile does; the same object until it is another one. */
function spokenModel({ state, place: { profile } }: SessionParts): () => Model {
  let spoken: { readonly model: Model; readonly as: Model } | undefined;
  return () => {
    const { model } = state;
    if (spoken?.model !== model) spoken = { model, as: profile.wrapModel?.(model) ?? model };
    return spoken.as;
  };
}
