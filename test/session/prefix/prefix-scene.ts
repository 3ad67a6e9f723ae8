import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openModel } from '../../../src/model/open-model.js';
import type { Api } from '../../../src/model/provider/protocol.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { openSession, type Session } from '../../../src/session/session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import type { Store } from '../../../src/store/store.js';
import { type FakeModelRounds, startFakeModelServer } from '../../../src/testing/index.js';
import { newFolder } from '../open.js';
import { servers } from './scripts.js';
import { partsOf } from './wire-parts.js';

export interface PrefixScene {
  readonly store: Store;
  readonly workspace: string;
  /** Another model of the same server. */
  model(name: string): ReturnType<typeof openModel>;
  /** Opens a session, or the one with this id, over the same store, folder and server. */
  open(options?: Partial<SessionOptions>): Promise<Session>;
  /** The requests of the session itself, piece by piece. */
  requests(): readonly (readonly string[])[];
  setRounds(rounds: FakeModelRounds): void;
}

const isOfSubagent = (parts: readonly string[]): boolean =>
  parts.find((part) => part.includes('"user"'))?.includes('Count to three.') === true;

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const basePaths: Readonly<Record<Api, string>> = {
  'openai-chat': '/v1',
  'openai-responses': '/v1',
  anthropic: '/v1',
  gemini: '/v1beta',
  ollama: '',
};

/** A folder with a few files, and a model behind a server that keeps what it is asked. */
export async function prefixScene(
  api: Api,
  rounds: FakeModelRounds,
  spec: Partial<Parameters<typeof openModel>[0]> = {},
): Promise<PrefixScene> {
  const server = await startFakeModelServer({ rounds });
  onTestFinished(() => server.close());
  const workspace = newFolder();
  mkdirSync(join(workspace, '.git'));
  writeFileSync(join(workspace, 'AGENTS.md'), 'Be kind.\n');
  writeFileSync(join(workspace, 'a.txt'), 'one\ntwo\n');
  writeFileSync(join(workspace, 'dot.png'), Buffer.from(onePixel, 'base64'));
  const store = createMemoryStore();
  const baseUrl = `${server.origin}${basePaths[api]}`;
  const modelOf = (model: string) => openModel({ provider: 'custom', api, model, baseUrl, apiKey: 'sk-1', ...spec });
  return {
    store,
    workspace,
    model: modelOf,
    async open(options = {}) {
      const model = await modelOf('fake-model');
      const session = await openSession({
        model,
        store,
        workspace,
        onQuestion: () => ({ choice: 'once' }),
        extensions: [servers()],
        ...options,
      });
      onTestFinished(() => session.close());
      return session;
    },
    requests: () =>
      server.requests
        .filter(({ method, path }) => method === 'POST' && !path.includes('/api/show'))
        .map(({ text }) => partsOf(api, text))
        .filter((parts) => !isOfSubagent(parts)),
    setRounds: server.setRounds,
  };
}
