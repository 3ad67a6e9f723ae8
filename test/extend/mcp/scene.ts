import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NamedServer, ServerSettings } from '../../../src/extend/named-server.js';
import type { ScriptedRound } from '../../../src/model/provider/scripted.js';
import type { Answer, Question } from '../../../src/run/question.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { mcpServers } from '../../../src/session/mcp-servers.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import type { ToolResult } from '../../../src/tool/outcome.js';
import type { ProcessPort } from '../../../src/tool/port.js';
import { bodies, newFolder, open, play, results } from '../../session/open.js';

export const call = (name: string, args: object = {}): ScriptedRound => ({ calls: [{ name, arguments: args }] });
export const connecting = (server = 'odd'): ScriptedRound => call('mcp_connect', { server });

/** Our own server, which does what its tools are named after. */
export function oddServer(
  how = 'plain',
  more: Partial<ServerSettings> & { readonly tools?: string } = {},
): ServerSettings {
  const script = fileURLToPath(new URL('odd-server.mjs', import.meta.url));
  const { tools, ...settings } = more;
  return { command: process.execPath, args: [script, how, ...(tools === undefined ? [] : [tools])], ...settings };
}

/** A program of a package, as it is installed. */
export const packaged = (url: string, ...args: readonly string[]): ServerSettings => ({
  command: process.execPath,
  args: [fileURLToPath(url), ...args],
});

/** A file with the definitions our server has, and a way to change them. */
export function toolsFile(definitions: readonly object[]): {
  readonly path: string;
  write(changed: readonly object[]): void;
} {
  const path = join(newFolder(), 'tools.json');
  const write = (changed: readonly object[]): void => writeFileSync(path, JSON.stringify(changed));
  write(definitions);
  return { path, write };
}

export interface Played {
  readonly results: ReturnType<typeof results>;
  readonly questions: readonly Question[];
  /** How many servers were started. */
  readonly starts: number;
  readonly offered: readonly string[];
  readonly events: Awaited<ReturnType<typeof play>>['events'];
}

interface Playing extends Partial<SessionOptions> {
  readonly servers?: Readonly<Record<string, ServerSettings>> | readonly NamedServer[];
  answer?(question: Question): Answer;
  /** Called with the result of each call. */
  after?(name: string): void;
}

const yes = (question: Question): Answer =>
  question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: question.options[0] ?? 'yes' };

/** Plays calls in one session over the servers, unconfined; the person says yes to everything unless told. */
export async function playCalls(rounds: readonly ScriptedRound[], playing: Playing = {}): Promise<Played> {
  const { servers = { odd: oddServer() }, answer = yes, after, ...options } = playing;
  const bare = createBareProcesses({ env: options.env ?? { PATH: process.env['PATH'] } });
  let starts = 0;
  const counted: ProcessPort = {
    ...bare,
    start: (request) => {
      starts += 1;
      return bare.start(request);
    },
  };
  const questions: Question[] = [];
  const session = await open([...rounds, { text: 'Done.' }], {
    process: counted,
    sandbox: 'off',
    extensions: [mcpServers(servers)],
    onQuestion: (question) => {
      questions.push(question);
      return answer(question);
    },
    ...options,
  });
  session.on((event) => {
    if (event.type === 'call-settled') after?.(event.body.name);
  });
  const { events } = await play(session.send('go'));
  const offered = session.listTools().map(({ tool }) => tool.name);
  await session.close();
  return { results: results(events).map(unwrapped), questions, starts, offered, events };
}

/** Without the lines that set what a server said apart. */
export const unwrapped = (result: ToolResult): ToolResult => ({
  ...result,
  data: typeof result.data === 'string' ? result.data.replace(wrapping, '$2') : result.data,
});

const wrapping = /^<<<untrusted (\w+): text from the MCP server [\w-]+; .*>>>\n([\s\S]*)\n<<<end \1>>>$/;

/** A store in which a person has seen the server already. */
export async function seenStore(settings: ServerSettings, options: Partial<SessionOptions> = {}) {
  const store = createMemoryStore();
  const {
    results: [connected],
  } = await playCalls([connecting()], { servers: { odd: settings }, store, ...options });
  if (connected?.success !== true) throw new Error(JSON.stringify(connected));
  return store;
}

export { bodies };
