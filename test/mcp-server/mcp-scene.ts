import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type CreateMessageResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { type HttpOptions, serveHttp } from '../../src/mcp-server/http/serve-http.js';
import type { McpHost } from '../../src/mcp-server/mcp-host.js';
import type { SessionOptions } from '../../src/session/options.js';
import { openSession, type Session } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { builtCli } from '../support/built-cli.js';
import { quietEnv } from '../support/quiet-env.js';

export type Era = '2025-11-25' | '2026-07-28';
export const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];

/** What a form is answered with, by what it asks; every question is kept. */
export interface Person {
  readonly asked: { readonly message: string; readonly requestedSchema: unknown }[];
  answer: (form: Person['asked'][number]) => {
    action: 'accept' | 'decline' | 'cancel';
    content?: Record<string, string | number | boolean | string[]>;
  };
}

export const allows = (): Person => ({
  asked: [],
  answer: () => ({ action: 'accept', content: { answer: 'allow once' } }),
});

interface Talker {
  readonly era?: Era;
  readonly person?: Person;
  /** Its model; without one it lends none. */
  readonly samples?: (params: unknown) => unknown;
}

/** The real client. With a person it can put questions. */
function createClient({ era = '2025-11-25', person, samples }: Talker): Client {
  const client = new Client(
    { name: 'tester', version: '1.0' },
    {
      capabilities: {
        ...(person !== undefined && { elicitation: { form: {} } }),
        ...(samples !== undefined && { sampling: {} }),
      },
      ...(era === '2026-07-28' && { versionNegotiation: { mode: 'auto' } }),
    },
  );
  if (person !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const form = params as Person['asked'][number];
      person.asked.push(form);
      return person.answer(form);
    });
  if (samples !== undefined)
    client.setRequestHandler('sampling/createMessage', ({ params }) => samples(params) as CreateMessageResult);
  return client;
}

/** A folder to work in and a store of its own, gone when the test ends. */
export function newScene(): { readonly folder: string; readonly store: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-mcp-')));
  const folder = realpathSync(mkdtempSync(join(root, 'work-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  return { folder, store: join(root, 'store.db') };
}

export interface Program {
  readonly folder: string;
  readonly store: string;
  readonly args?: readonly string[];
  /** The folder it works in when absent. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The transport to the built program, started as a client does. */
async function programTransport({
  folder,
  store,
  args = [],
  home = folder,
  env = {},
}: Program): Promise<StdioClientTransport> {
  return new StdioClientTransport({
    command: process.execPath,
    args: [await builtCli(), 'mcp', '-C', folder, '--store', store, ...args],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...quietEnv, ...env },
    stderr: 'pipe',
  });
}

/** What a client says to the built program, and hears of it, until the test ends. */
export async function connectProgram(
  program: Program,
  options: Talker = {},
): Promise<{ readonly client: Client; readonly pid: number }> {
  const client = createClient(options);
  const transport = await programTransport(program);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, pid: transport.pid ?? 0 };
}

export interface ServedHost extends McpHost {
  readonly sessions: Session[];
}

/** A host whose sessions are kept in memory. */
export function memoryHost(
  options: Partial<SessionOptions> &
    Pick<McpHost, 'resources' | 'templates' | 'prompts'> & { readonly serves?: readonly string[] } = {},
): ServedHost {
  const { serves, resources = [], templates = [], prompts = [], ...given } = options;
  const store = createMemoryStore();
  const sessions: Session[] = [];
  return {
    sessions,
    async openSession(_client, ports) {
      const session = await openSession({ ...ports, store, builtins: false, ...given });
      sessions.push(session);
      return session;
    },
    blobs: store.blobs,
    tools: serves,
    renderQuestion: (question) => (question.kind === 'input' ? question.text : `May ${question.tool} run?`),
    resources,
    templates,
    prompts,
  };
}

const here: HttpOptions = { address: '127.0.0.1', port: 0, token: undefined, hosts: [], origins: [] };

/** A server in this process, until the test ends. */
export async function startHttp(host: McpHost, options: Partial<HttpOptions> = {}): Promise<string> {
  const server = await serveHttp(host, { ...here, ...options });
  onTestFinished(() => server.close());
  return server.url;
}

export async function connectHttp(url: string, options: Talker & { readonly token?: string } = {}): Promise<Client> {
  const client = createClient(options);
  const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

/** The words of a result, as a model reads them. */
export const wordsOf = (result: unknown): string =>
  ((result as { content?: { text?: string }[] }).content ?? []).map(({ text }) => text ?? '').join('');
