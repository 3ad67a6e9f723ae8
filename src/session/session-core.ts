import type { TurnEnv } from '../agent/turn-env.js';
import type { Question } from '../run/question.js';
import { beginSession } from './begin-session.js';
import { createChildren } from './child/create-children.js';
import type { OpenChild } from './child/held-child.js';
import { conversationLine } from './conversation-line.js';
import { createLoadKeeper } from './load-keeper.js';
import { openConversation } from './open-conversation.js';
import { hostOfHooks, openHooks } from './open-hooks.js';
import { openHost } from './open-host.js';
import { openJudges } from './open-judges.js';
import { openTools } from './open-tools.js';
import type { Opening } from './opening.js';
import { openPrefix } from './request-prefix.js';
import { sessionEnv } from './session-env.js';
import { sessionLimits, sinceLastMessage } from './session-limits.js';
import { createModeSwitch } from './session-mode.js';
import type { SessionParts } from './session-parts.js';
import { openPlace } from './session-place.js';
import { createState, turnOf } from './session-state.js';
import { openStream, type Projection } from './session-stream.js';

/** The parts of an open session. */
export interface SessionCore extends SessionParts {
  readonly env: Omit<TurnEnv, 'cancellation'>;
}

interface CoreOptions extends Opening {
  readonly openChild: OpenChild;
}

/** Makes the parts, each of those above it, and settles what an earlier process left of its changes. */
export async function createCore(opening: CoreOptions): Promise<SessionCore> {
  const { id, store, options, past, damage, binding } = opening;
  const place = await openPlace(opening);
  const { tree, mask, log } = place;
  const state = createState(options, place.profile);
  const stream = openStream({ id, store, past, damage, mask, log, turn: () => turnOf(state) });
  const tools = await openTools(opening, { place, stream });
  const conversation = await openConversation(opening, { place, stream });
  const limits = sessionLimits(opening, { place, stream });
  const judges = openJudges(opening, { place, stream });
  const host = await openHost(opening, { place, state, stream, conversation, limits, judges });
  const hooks = await openHooks(options, hostOfHooks({ place, stream, host }));
  const open = opening.openChild;
  const children = createChildren({ store, options, place, state, stream, tools, judges, limits, open });
  const line = conversationLine(past);
  const prefix = await openPrefix({ store, line, place, state, stream, tools, conversation, judges });
  const modes = createModeSwitch({ mode: judges.mode, stream, prefix, children });
  const parts = {
    id,
    store,
    options,
    place,
    state,
    stream,
    tools,
    conversation,
    limits,
    judges,
    host,
    hooks,
    children,
    prefix,
    modes,
  };
  const core = { ...parts, env: sessionEnv(parts) };

  const { history, queue, todos } = conversation;
  const { given, taint } = judges;
  const fromNow = (part: Projection | undefined) => (part === undefined ? [] : [{ part, of: [] }]);
  stream.project([
    { part: history, of: line },
    queue,
    { part: todos, of: line },
    { part: prefix, of: line },
    given,
    tools.exposed,
    taint,
    ...fromNow(hooks),
    ...fromNow(tools.extensions),
    children,
    ...fromNow(tree),
    ...(limits.loops === undefined ? [] : [{ part: limits.loops, of: sinceLastMessage(past) }]),
  ]);
  const keeper = createLoadKeeper(() => state.model, judges.questions);
  stream.onStored((event) => {
    if (event.type !== 'approval-requested') return;
    toldQuestion(event.body, { judges, hooks });
    keeper.asked();
  });

  for (const [path, note] of place.instructions.notes) log.warn(`the instructions in ${path}: ${note}`);
  prefix.refresh();
  if (damage === undefined) await beginSession(parts, past, binding?.parent);
  return core;
}

function toldQuestion(question: Question, { judges, hooks }: Pick<SessionCore, 'judges' | 'hooks'>): void {
  const { questions, onAsk } = judges;
  questions.put(question.id);
  // Those of a subagent are told by its own hooks.
  if (onAsk !== 'deny' && onAsk !== 'abort' && question.child === undefined) hooks?.asked(question);
}
