import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { nearest } from '../base/nearest.js';
import type { Ask, QueuedCall } from './call-queue.js';
import type { McpClient } from './client.js';
import { type OpenConnection, questionWaitMs } from './connection.js';
import type { KeptResults } from './kept-results.js';
import type { McpHost } from './mcp-host.js';
import { createProgress } from './progress.js';
import { answerOf, questionForm } from './question-form.js';
import { questionText } from './question-text.js';
import { toolFailure, toolResult } from './tool-result.js';

export interface Calling {
  readonly ctx: ServerContext;
  readonly client: McpClient;
  readonly open: OpenConnection;
  readonly kept: KeptResults;
  readonly host: McpHost;
  /** See `ResultContext`. */
  readonly links: boolean;
  /** Tells the client what is logged. */
  readonly onLog: QueuedCall['onLog'];
}

interface Called {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

/** Has a tool called, or goes on with a call that waited for the client. */
export async function callTool(
  { name, arguments: args }: Called,
  calling: Calling,
): Promise<CallToolResult | InputRequiredResult> {
  const { ctx, open } = calling;
  const key = ctx.mcpReq.requestState<string>();
  if (key !== undefined) {
    const waiting = open.calls.find(key);
    if (waiting === undefined) return toolFailure('The call that this answers is over. Call again.');
    answer(waiting, ctx.mcpReq.inputResponses?.[field]);
    return goOn(waiting, calling);
  }
  if (!(await open.tools.has(name))) throw unknownTool(name, await open.tools.names());
  const call = open.calls.begin(name, args);
  if (call === undefined) return toolFailure('Too many calls wait on this connection: wait for the end of some.');
  return goOn(call, calling);
}

/** Goes on to the end, or to something that the client has to send with another request. */
async function goOn(call: QueuedCall, calling: Calling): Promise<CallToolResult | InputRequiredResult> {
  const { ctx, client, open, host } = calling;
  call.onProgress = createProgress(ctx);
  call.onLog = calling.onLog;
  for (;;) {
    const step = await call.next(ctx.mcpReq.signal);
    if (step.type === 'ended') {
      const kept = calling.kept.add(step.settlement);
      return toolResult(step.settlement, { blobs: host.blobs, kept, links: calling.links });
    }
    if (step.type === 'unended') return toolFailure(step.message);
    if (step.type === 'question' && !client.elicits)
      call.answer({ choice: 'deny', reason: 'the client has no way to ask' });
    else if (ctx.mcpReq.envelope === undefined) await askNow(call, step, calling);
    else
      return inputRequired({ inputRequests: { [field]: inputRequest(step, { open, host }) }, requestState: call.key });
  }
}

const field = 'answer';

const inputRequest = (ask: Ask, context: Pick<Calling, 'open' | 'host'>) =>
  ask.type === 'sample' ? inputRequired.createMessage(ask.params) : inputRequired.elicit(formOf(ask, context));

const formOf = ({ question }: Extract<Ask, { type: 'question' }>, { open, host }: Pick<Calling, 'open' | 'host'>) =>
  questionForm(question, host.renderQuestion?.(question, open.state) ?? questionText(question));

/** Has the client answer while its request waits. That it fails to, or says what the form does not have, is a no. */
async function askNow(call: QueuedCall, ask: Ask, { ctx: { mcpReq }, ...context }: Calling): Promise<void> {
  const { signal } = mcpReq;
  const waiting = { signal, timeout: questionWaitMs };
  const asking =
    ask.type === 'sample'
      ? mcpReq.requestSampling(ask.params, waiting)
      : mcpReq.elicitInput(formOf(ask, context), waiting);
  const response = await asking.catch(() => undefined);
  if (signal.aborted) call.cancel();
  else answer(call, response);
}

/** What the client sent for what waits. */
function answer(call: QueuedCall, response: unknown): void {
  if (call.asked?.type === 'question') call.answer(answerOf(call.asked.question, response));
  else call.reply(response);
}

function unknownTool(name: string, names: Iterable<string>): ProtocolError {
  const meant = nearest(name, names);
  const hint = meant === undefined ? 'Look at tools/list.' : `Did you mean ${meant}?`;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool named ${JSON.stringify(name.slice(0, 100))}. ${hint}`,
  );
}
