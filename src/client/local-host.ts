import { isSteering } from '../agent/message-queue.js';
import { maskValue } from '../policy/secret/mask-value.js';
import type { AnswerOrigin } from '../run/question.js';
import type { SessionEvent } from '../session/event.js';
import { coreOf, type Session } from '../session/session.js';
import { readSessionPage, readWorkspace } from '../session/sessions.js';
import { startTurn, type Turn } from '../session/start-turn.js';
import type { ClientPort, OpenRequest } from './client-port.js';
import type { Entry, HostedSession, HostTable, LocalHostOptions } from './host-table.js';
import { createLiveTurn } from './live-turn.js';
import { createLocalPort } from './local-port.js';
import { readSessionState } from './session-state.js';
import { createSubscription, type Subscription } from './subscription.js';

/** Sessions of this process, over one store. */
export interface LocalHost {
  /** The port of one person, by the channel they come by. */
  clientFor(origin: AnswerOrigin): ClientPort;
  /** Closes all sessions. The store stays open. */
  close(): Promise<void>;
}

export function createLocalHost(options: LocalHostOptions): LocalHost {
  const table = createTable(options);
  return {
    clientFor: (origin) => createLocalPort(table, origin),
    async close() {
      await Promise.all([...table.entries.keys()].map(table.close));
    },
  };
}

/** The port of a session that a program has opened itself. */
export async function clientOf(session: Session, origin: AnswerOrigin): Promise<ClientPort> {
  const { store } = coreOf(session);
  const host = createLocalHost({ store, open: async () => ({ session }) });
  const client = host.clientFor(origin);
  await client.openSession({ session: session.id });
  return client;
}

function createTable(options: LocalHostOptions): HostTable {
  const { store } = options;
  const entries = new Map<string, Entry>();
  /** Those on their way: whoever asks meanwhile joins. */
  const opening = new Map<string, Promise<Entry>>();
  const closing = new Map<string, Promise<void>>();
  const subscriptions = new Set<Subscription>();

  const add = ({ session, choice = {} }: HostedSession): Entry => {
    const core = coreOf(session);
    const live = createLiveTurn();
    const tools = { offer: session.tools.offer(), version: 1 };
    const entry: Entry = { session, core, live, choice, answered: new Map(), tools };
    entries.set(session.id, entry);
    session.on((event: SessionEvent) => {
      live.take(event);
      for (const subscription of subscriptions) subscription.take(session.id, event);
    });
    for (const subscription of subscriptions) subscription.opened(session.id);
    return entry;
  };
  const openNow = async (wanted: OpenRequest): Promise<Entry> => add(await options.open(wanted));

  const follow = <T extends Turn>(entry: Entry, turn: T): T => {
    const { core } = entry;
    void turn.result.then(({ reason }) => {
      const { waiting } = core.conversation.queue;
      if (waiting.length === 0 || (reason !== 'answered' && reason !== 'empty') || core.stream.closed) return;
      // What was said in the last moment of a turn goes on with it; what waits for a turn of its own gets one.
      follow(entry, startTurn(core, waiting.some(isSteering) ? undefined : 'queued'));
    }, ignore);
    return turn;
  };

  /** What an open session tells of its past is masked as what it tells now. */
  const maskFor: HostTable['maskFor'] = async (id, given) => {
    const mask = entries.get(id)?.core.place.mask;
    if (mask !== undefined) return { value: (value) => maskValue(value, mask).value };
    const workspace = given ?? (await readWorkspace(store, id));
    if (options.mask !== undefined) return options.mask(workspace);
    const { createExitMask } = await import('../session/exit-mask.js');
    return createExitMask({ workspace: workspace ?? '/' });
  };
  const readEvents: HostTable['readEvents'] = async (id, page) => {
    const { events, ...rest } = await readSessionPage(store, id, page);
    if (events.length === 0) return { events, ...rest };
    const mask = await maskFor(id);
    return { events: events.map((event) => mask.value(event)), ...rest };
  };

  return {
    options,
    entries,
    follow,
    readEvents,
    maskFor,
    async open(wanted) {
      const { session: id } = wanted;
      if (id === undefined) return openNow(wanted);
      const there = entries.get(id) ?? opening.get(id);
      if (there !== undefined) return there;
      const free = closing.get(id) ?? Promise.resolve();
      const entry = free.then(() => openNow(wanted)).finally(() => opening.delete(id));
      opening.set(id, entry);
      return entry;
    },
    async close(id) {
      const entry = entries.get(id);
      if (entry === undefined) return closing.get(id);
      entries.delete(id);
      const closed = entry.session.close().finally(() => closing.delete(id));
      closing.set(id, closed);
      await closed;
      for (const subscription of subscriptions) subscription.closed(id);
    },
    watch(places) {
      const subscription = createSubscription({
        places,
        session: (id) => ({
          get seq() {
            return entries.get(id)?.core.stream.seq;
          },
          read: (after) => readEvents(id, { after }),
          state() {
            const entry = entries.get(id);
            return entry && readSessionState(entry);
          },
        }),
        onEnd: () => subscriptions.delete(subscription),
      });
      subscriptions.add(subscription);
      return subscription;
    },
  };
}

const ignore = (): void => {};
