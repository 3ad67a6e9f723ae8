import { createContextGauge } from '../agent/context-gauge.js';
import { createMessageQueue } from '../agent/message-queue.js';
import { createTodoNote } from '../agent/todo-note.js';
import type { Conversation } from '../agent/turn-env.js';
import { defined } from '../base/defined.js';
import { createHistory } from '../history/history.js';
import { createTodoList, type TodoList } from '../run/todo-list.js';
import type { SessionRecord } from './event.js';
import { readImages } from './images.js';
import type { Opening } from './opening.js';
import type { SessionPlace } from './session-place.js';
import type { SessionStream } from './session-stream.js';

/** What the model reads of a session, with the list that is its own. */
export interface SessionConversation extends Conversation {
  readonly todos: TodoList;
  /** What the model is told of the list; absent where the profile has it told nothing. */
  readonly todoNote?: () => string | undefined;
}

export async function openConversation(
  { store, past }: Opening,
  { place, stream }: { readonly place: SessionPlace; readonly stream: SessionStream },
): Promise<SessionConversation> {
  const { profile, mask } = place;
  const images = await readImages(past, store);
  const history = createHistory('', {
    images,
    mask,
    notesAs: profile.notesAs,
    ...defined({ earlierCalls: callsOf(past) }),
  });
  const todos = createTodoList(stream.record);
  const todoNote = profile.todoInjection && createTodoNote({ words: profile.todoInjection, todos });
  return {
    history,
    gauge: createContextGauge(history),
    queue: createMessageQueue(),
    todos,
    ...defined({ todoNote }),
    images,
    keepImage: (content) => store.blobs.write(content),
  };
}

/** Also those that a rewind has left out: ids of calls never repeat. */
function callsOf(past: readonly SessionRecord[]): ReadonlySet<string> | undefined {
  if (!past.some(({ type }) => type === 'session-rewound')) return undefined;
  return new Set(
    past.flatMap((event) =>
      event.type === 'call-admitted' || event.type === 'step-admitted' ? [event.body.callId] : [],
    ),
  );
}
