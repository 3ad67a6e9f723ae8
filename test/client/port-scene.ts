import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ClientPort, SessionState, Told } from '../../src/client/client-port.js';
import { createLocalHost, type LocalHost } from '../../src/client/local-host.js';
import { unwrap } from '../../src/client/reply.js';
import { type ScriptedModel, type ScriptedRounds, scriptedModel } from '../../src/model/provider/scripted.js';
import type { AnswerOrigin } from '../../src/run/question.js';
import type { SessionEvent, SessionRecord } from '../../src/session/event.js';
import type { SessionOptions } from '../../src/session/options.js';
import { openSession } from '../../src/session/session.js';
import { transcriptOf } from '../../src/session/transcript.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { Store } from '../../src/store/store.js';

/** How a port to a host is had: directly, through JSON, or over a wire. */
export type Reach = (host: LocalHost, origin: AnswerOrigin) => ClientPort;

export const ada: AnswerOrigin = { who: 'ada', from: 'terminal' };
export const bob: AnswerOrigin = { who: 'bob', from: 'web' };

export interface PortScene {
  readonly port: ClientPort;
  readonly folder: string;
  readonly store: Store;
  readonly model: ScriptedModel;
  readonly host: LocalHost;
  /** The port of another person. */
  reach(origin: AnswerOrigin): ClientPort;
}

/** A host whose sessions talk with a scripted model in a folder of their own. */
export function portScene(
  reach: Reach,
  rounds: ScriptedRounds,
  options: Partial<SessionOptions> & { readonly store?: Store; readonly folder?: string } = {},
): PortScene {
  const { folder = newFolder(), store = createMemoryStore(), ...given } = options;
  const model = scriptedModel(rounds);
  const host = createLocalHost({
    store,
    open: async ({ session, workspace = folder, mode }) => ({
      session: await openSession({
        model,
        store,
        builtins: false,
        onAsk: 'person',
        fsync: 'off',
        exposure: { inactiveCalls: 'run' },
        ...given,
        ...(session === undefined ? { workspace } : { session }),
        ...(mode !== undefined && { mode }),
      }),
    }),
    openModel: async ({ model: name }) => ({ model: scriptedModel(rounds, { name: name ?? 'other' }) }),
  });
  onTestFinished(() => host.close());
  return { port: reach(host, ada), folder, store, model, host, reach: (origin) => reach(host, origin) };
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-port-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** What a session tells, gathered as it comes. */
export interface Gathered {
  readonly told: readonly Told[];
  readonly events: readonly SessionEvent[];
  readonly records: readonly SessionRecord[];
  /** Resolves with the first that fits, among those that came and those to come. */
  until(fits: (told: Told) => boolean): Promise<Told>;
  event<Type extends SessionEvent['type']>(
    type: Type,
    fits?: (event: Extract<SessionEvent, { type: Type }>) => boolean,
  ): Promise<Extract<SessionEvent, { type: Type }>>;
  stop(): Promise<void>;
}

export function gather(port: ClientPort, places: Parameters<ClientPort['watch']>[0]): Gathered {
  const told: Told[] = [];
  const waiting = new Set<(one: Told) => void>();
  const watching = port.watch(places);
  const done = (async () => {
    for await (const one of watching) {
      told.push(one);
      for (const look of [...waiting]) look(one);
    }
  })();
  const until = (fits: (one: Told) => boolean): Promise<Told> => {
    const there = told.find(fits);
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve) => {
      const look = (one: Told): void => {
        if (!fits(one)) return;
        waiting.delete(look);
        resolve(one);
      };
      waiting.add(look);
    });
  };
  const stop = async (): Promise<void> => {
    await watching.return?.();
    await done;
  };
  onTestFinished(stop);
  return {
    told,
    get events() {
      return told.flatMap((one) => ('event' in one ? [one.event] : []));
    },
    get records() {
      return told.flatMap((one) => ('event' in one && 'seq' in one.event ? [one.event] : []));
    },
    until,
    async event(type, fits = () => true) {
      const found = await until((one) => 'event' in one && one.event.type === type && fits(one.event as never));
      return (found as unknown as { event: never }).event;
    },
    stop,
  };
}

/** All that a session tells from its beginning on. */
export const watch = (port: ClientPort, { session }: SessionState): Gathered => gather(port, [{ session, after: 0 }]);

/** A turn from a message to its end, as it is told. */
export async function turn(
  port: ClientPort,
  watched: Gathered,
  { session }: SessionState,
  text: string,
): Promise<void> {
  const { turnId } = unwrap(await port.send({ session, text }));
  await watched.event('turn-ended', ({ body }) => body.turnId === turnId);
}

/** The id of a message, by what it says. */
export function messageId({ records }: Gathered, text: string): string {
  const found = records.find((event) => event.type === 'message-received' && event.body.text === text);
  return found?.type === 'message-received' ? found.body.messageId : '';
}

/** As it crosses a wire. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** What a model was sent, but for the system message. */
export const texts = (messages: readonly { readonly role: string; readonly text: string }[] = []): readonly string[] =>
  messages.filter(({ role }) => role !== 'system').map(({ text }) => text);

/** What a session says for people. */
export const spoken = (events: readonly SessionRecord[]): readonly string[] =>
  transcriptOf(events).flatMap((entry) => (entry.kind === 'person' || entry.kind === 'model' ? [entry.text] : []));

export const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } });
export const files = { builtins: true, mode: 'edit' } as const;
export const said = (events: readonly { readonly type: string }[]): readonly string[] => events.map(({ type }) => type);
