import { runTurn } from '../agent/turn.js';
import type { UserMessage } from '../agent/user-message.js';
import { defined } from '../base/defined.js';
import { ToolwrightError } from '../base/error.js';
import { createId } from '../base/id.js';
import type { UndoEnd } from '../change/undo.js';
import { lastUndo } from '../change/undo-choice.js';
import { createCancellation } from '../run/cancellation.js';
import { maskPast } from '../run/mask-event.js';
import type { AnswerOrigin } from '../run/question.js';
import { stored } from '../run/recorder.js';
import { conversationLine } from './conversation-line.js';
import type { SessionRecord, SessionRewound } from './event.js';
import { messageOf } from './queued-messages.js';
import type { SessionCore } from './session-core.js';
import type { Revert } from './undo-changes.js';

export interface RewindOptions {
  /** Before this message of the person, or where an earlier rewind left: the `from` of its event. */
  readonly to: { readonly message: string } | { readonly event: number };
  /** Files, too: what was changed since is undone, or what that rewind undid is redone. All of it or nothing. */
  readonly files?: boolean;
  readonly origin: AnswerOrigin;
}

export type RewindEnd =
  | {
      readonly type: 'done';
      readonly rewound: SessionRewound;
      /** What the person had said there: theirs to change and send again. */
      readonly message?: UserMessage;
      readonly files?: UndoEnd;
    }
  /** Files cannot be put back: nothing was done. */
  | { readonly type: 'refused'; readonly files: UndoEnd };

type Reverter = (wanted: Revert) => Promise<UndoEnd>;

/** Goes back to an earlier place of the conversation, or forward again. Nothing else may happen in the session meanwhile. */
export async function rewindSession(
  core: SessionCore,
  { to, files = false, origin }: RewindOptions,
  revert: Reverter,
): Promise<RewindEnd> {
  const { stream, conversation, place } = core;
  await settleOpenCalls(core);
  const events = await read(core);
  const target = 'message' in to ? beforeMessage(events, to.message) : whereLeft(events, to.event);
  const wanted = files ? await revertFor(target, { core, events, origin }) : undefined;
  const reverted = wanted && (await revert(wanted));
  if (reverted?.type === 'refused') return { type: 'refused', files: reverted };
  const undoId = reverted?.type === 'done' ? reverted.event.body.undoId : undefined;
  const from = events.at(-1)?.seq ?? 0;
  const rewound: SessionRewound = {
    to: target.seq,
    from,
    ...defined({ messageId: target.message?.messageId, undoId }),
    origin,
  };
  stream.used = true;
  stream.record({ type: 'session-rewound', body: rewound });
  await stored(stream.recorder);
  const line = conversationLine(await read(core)).map((event) => maskPast(event, place.mask));
  conversation.history.restart(line);
  core.prefix.restart(line);
  conversation.todos.apply(line.findLast(({ type }) => type === 'todos-changed') ?? noTodos);
  const message = target.message && messageOf(core, target.message);
  return { type: 'done', rewound, ...defined({ message, files: reverted }) };
}

const noTodos = { type: 'todos-changed', body: { callId: '', todos: [] } };

async function read({ store, id, stream }: SessionCore): Promise<readonly SessionRecord[]> {
  await stored(stream.recorder);
  return (await store.read(id)) as readonly SessionRecord[];
}

/** Every call has an end, also of what is left. None is run for it. */
async function settleOpenCalls({ env, conversation }: SessionCore): Promise<void> {
  const { openCalls, openSteps } = conversation.history;
  if (openCalls.length + openSteps.length === 0) return;
  const cancellation = createCancellation();
  cancellation.cancel();
  await runTurn({ turnId: createId('turn'), message: undefined }, { ...env, cancellation });
}

interface Target {
  /** The last event that counts. */
  readonly seq: number;
  readonly message?: Extract<SessionRecord, { type: 'message-received' }>['body'];
  /** The rewind that is taken back. */
  readonly left?: SessionRewound;
}

function beforeMessage(events: readonly SessionRecord[], messageId: string): Target {
  const line = conversationLine(events);
  const at = line.findIndex((event) => event.type === 'message-received' && event.body.messageId === messageId);
  const found = line[at];
  if (found?.type === 'message-received') return { seq: line[at - 1]?.seq ?? 0, message: found.body };
  throw new ToolwrightError(
    'message-unknown',
    `No message ${messageId} is part of the conversation as it stands: its messages are in the events of the session.`,
  );
}

function whereLeft(events: readonly SessionRecord[], seq: number): Target {
  const found = events.find((event) => event.type === 'session-rewound' && event.body.from === seq);
  if (found?.type === 'session-rewound') return { seq, left: found.body };
  throw new ToolwrightError('bad-usage', `No rewind left the conversation at event ${seq}: name the \`from\` of one.`);
}

interface RevertContext {
  readonly core: SessionCore;
  readonly events: readonly SessionRecord[];
  readonly origin: AnswerOrigin;
}

/** Nothing where that rewind undid nothing, or something else was undone since. */
async function revertFor({ seq, left }: Target, { core, events, origin }: RevertContext): Promise<Revert | undefined> {
  if (left === undefined) return { kind: 'undo', what: { by: 'since', seq }, origin };
  const { readTreeJournal } = await import('./child/tree-journal.js');
  const last = lastUndo(await readTreeJournal(core.store, events));
  return last !== undefined && last.undoId === left.undoId ? { kind: 'redo', origin } : undefined;
}
