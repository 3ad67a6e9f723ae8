import type { Readable, Writable } from 'node:stream';
import { defined } from '../../base/defined.js';
import { firstLine } from '../../base/text.js';
import type { Extension } from '../../extend/extension.js';
import { type HttpOptions, serveHttp } from '../../mcp-server/http/serve-http.js';
import type { ClientOptions, McpHost } from '../../mcp-server/mcp-host.js';
import { serveStdio } from '../../mcp-server/serve-stdio.js';
import { createExitMask } from '../../session/exit-mask.js';
import { openSession, type Session } from '../../session/session.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { type Host, isTerminal } from '../host.js';
import { cancelOnSignals } from '../run/cancel-on-signals.js';
import { safeLine } from '../safe-text.js';
import { sessionExtensions, skillOptions } from '../session-extensions.js';
import { sessionLog } from '../session-log.js';
import { openStart, type Start } from '../start.js';
import { renderQuestion } from '../view/question-text.js';
import { createStyle } from '../view/style.js';
import { checkSelection, httpOptions, isSelf } from './mcp-options.js';
import { skillPrompts } from './skill-prompts.js';

/** Serves the tools to programs that speak the Model Context Protocol. */
export async function mcpCommand(invocation: Invocation, host: Host): Promise<number> {
  const http = httpOptions(invocation, host.env);
  const tools = checkSelection(invocation.texts('tools'));
  const tell = (line: string): void => {
    host.stderr.write(`toolwright: ${line}\n`);
  };
  const start = await openStart(invocation, host, async (inspection) => {
    const { untrustedNote } = await import('../trust/render-trust.js');
    const note = untrustedNote(inspection);
    if (note !== undefined) tell(note);
    return inspection;
  });
  const ending = new AbortController();
  const stopSignals = cancelOnSignals(() => ending.abort());
  host.onOutputGone(() => ending.abort());
  const extensions = extensionsFor(start, { http, tell });
  const mcp: McpHost = {
    openSession: (_client, options) => open(options, { start, host, extensions, tell }),
    blobs: start.store.blobs,
    tools,
    prompts: await promptsFor(start, host),
    renderQuestion: (question, { workspace, profile: { approval } }) =>
      renderQuestion(question, { style: createStyle(false), workspace, approval }),
    warn: fewLines(tell),
  };
  try {
    if (http !== undefined) await listen(mcp, http, { tell, signal: ending.signal });
    else {
      if (isTerminal(host.stdin)) tell('an MCP client is expected at stdin and stdout; Ctrl-C ends this.');
      await serveStdio(mcp, {
        stdin: host.stdin as Readable,
        stdout: host.stdout as Writable,
        signal: ending.signal,
      });
    }
    return exitCodes.answered;
  } finally {
    stopSignals();
    await start.store.close();
  }
}

/** A client that sends nothing but nonsense is not answered with as many lines. */
function fewLines(tell: (line: string) => void): (message: string) => void {
  let left = 50;
  return (message) => {
    left -= 1;
    if (left > 0) tell(safeLine(firstLine(message, 200)));
    if (left === 0) tell('more is wrong with what the clients send, and is not told.');
  };
}

async function listen(
  mcp: McpHost,
  options: HttpOptions,
  { tell, signal }: { readonly tell: (line: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const server = await serveHttp(mcp, options);
  tell(`MCP clients are served at ${server.url}`);
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await server.close();
}

/** All that brings tools, but for the server that this program is itself. */
function extensionsFor(
  { config, trust }: Start,
  { http, tell }: { readonly http: HttpOptions | undefined; readonly tell: (line: string) => void },
): readonly Extension[] {
  return sessionExtensions(config, trust, ({ name, settings }) => {
    if (!isSelf(settings, http)) return true;
    tell(`the MCP server ${safeLine(name)} is this program itself, and is left out.`);
    return false;
  });
}

function promptsFor({ config, trust, folder, settings: { secrets } }: Start, { env, cwd }: Host) {
  const workspace = folder ?? cwd;
  const mask = createExitMask({ workspace, env, ...defined({ secrets }) });
  return skillPrompts({ workspace, env, ...skillOptions(config, trust), mask: mask.text });
}

interface Opening {
  readonly start: Start;
  readonly host: Host;
  readonly extensions: readonly Extension[];
  tell(line: string): void;
}

/** A session of which the client is the caller. What is logged, both sides are told. */
function open({ log, ...options }: ClientOptions, { start, host, extensions, tell }: Opening): Promise<Session> {
  const { store, session, mode, riskMode, givenFolder, settings, profile } = start;
  const { curator: _needsModel, capabilities = [], agents = [], ...rest } = settings;
  const workspace = givenFolder ?? (session === undefined ? host.cwd : undefined);
  const printed = sessionLog({ debug: host.env['TOOLWRIGHT_DEBUG'] === '1', warns: () => true, write: tell });
  return openSession({
    store,
    env: host.env,
    ...rest,
    agents,
    // Without a model of ours there is nobody to delegate to but agents that name one.
    capabilities: agents.length > 0 ? capabilities : capabilities.filter((name) => name !== 'subagents'),
    extensions,
    ...options,
    log: {
      debug(message) {
        log.debug(message);
        printed.debug(message);
      },
      warn(message) {
        log.warn(message);
        printed.warn(message);
      },
    },
    ...defined({ workspace, session, mode, riskMode, profile }),
  });
}
