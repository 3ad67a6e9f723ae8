import { onTestFinished } from 'vitest';
import type { ScriptedModel } from '../../../src/model/provider/scripted.js';
import type { SessionRecord } from '../../../src/session/event.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { openSession, type Session } from '../../../src/session/session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import type { Store } from '../../../src/store/store.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { newFolder } from '../open.js';
import { familyModel, type Scripts } from './family-model.js';

export interface Opened {
  readonly session: Session;
  readonly model: ScriptedModel;
  readonly store: Store;
  readonly workspace: string;
}

export async function openFamily(scripts: Scripts, options: Partial<SessionOptions> = {}): Promise<Opened> {
  const model = familyModel(scripts);
  const store = (options.store as Store | undefined) ?? createMemoryStore();
  const workspace = options.workspace ?? newFolder();
  // A script knows the tools it calls.
  const exposure = { inactiveCalls: 'run' } as const;
  const session = await openSession({ model, workspace, mode: 'edit', fsync: 'off', exposure, ...options, store });
  onTestFinished(() => session.close());
  return { session, model, store, workspace };
}

export const delegate = (prompt: string, more: object = {}) => ({
  calls: [{ name: 'delegate', arguments: { prompt, ...more } }],
});

export const write = (path: string, content: string) => ({
  calls: [{ name: 'write_file', arguments: { path, content } }],
});

/** The events of the sessions that were started below one, oldest first. */
export async function childEvents(store: Store, id: string): Promise<readonly (readonly SessionRecord[])[]> {
  const events = (await store.read(id)) as readonly SessionRecord[];
  const found: (readonly SessionRecord[])[] = [];
  for (const event of events)
    if (event.type === 'child-started') found.push((await store.read(event.body.childId)) as readonly SessionRecord[]);
  return found;
}

export const agentFile = (name: string, more: readonly string[] = [], prompt = `You are ${name}.`) => ({
  path: `${name}.md`,
  text: ['---', `name: ${name}`, `description: does ${name}`, ...more, '---', prompt].join('\n'),
});

/** A tool that holds those who call it until it is opened, and knows how many it holds. */
export function createGate() {
  const held: (() => void)[] = [];
  let waiting: { readonly count: number; readonly resolve: () => void } | undefined;
  const tool = defineTool({
    name: 'gate',
    description: 'waits',
    parameters: { type: 'object' },
    effects: 'none',
    run: (_args, { signal }) =>
      new Promise<string>((resolve) => {
        const go = () => resolve('open');
        signal.addEventListener('abort', go);
        held.push(go);
        if (held.length >= (waiting?.count ?? Number.POSITIVE_INFINITY)) waiting?.resolve();
      }),
  });
  return {
    tool,
    open: () => {
      for (const go of held.splice(0)) go();
    },
    holds: (count: number) =>
      new Promise<void>((resolve) => {
        waiting = { count, resolve };
        if (held.length >= count) resolve();
      }),
  };
}
