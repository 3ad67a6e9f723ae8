import { pathToFileURL } from 'node:url';
import type { Client, CreateMessageRequest, CreateMessageResult } from '@modelcontextprotocol/client';
import { isFailure } from '../../tool/outcome.js';
import { elicit } from './elicit.js';
import { escapeHidden } from './escape-hidden.js';
import { type AskingCall, askFor, type RequestContext } from './request-context.js';

interface Answering extends Omit<RequestContext, 'call'> {
  readonly sampling: boolean;
  readonly root: string;
  call(): AskingCall | undefined;
  whileAsked<T>(work: () => Promise<T>): Promise<T>;
}

/** What a server may ask of us. Outside a call nobody is there whom it could be about: it is declined. */
export function answerRequests(client: Client, context: Answering): void {
  const { server, sampling, root, whileAsked, hasSecret } = context;
  client.setRequestHandler('roots/list', () => ({
    roots: [{ uri: pathToFileURL(root).href, name: 'workspace' }],
  }));
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const call = context.call();
    if (call === undefined || !('requestedSchema' in params)) return { action: 'decline' };
    return whileAsked(() => elicit(params, { server, call, hasSecret }));
  });
  if (!sampling) return;
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    const call = context.call();
    if (call === undefined) throw new Error('no call is under way for which the model could be asked');
    return whileAsked(() => sample(params, { server, call, hasSecret }));
  });
}

const maxTokens = 4000;
const timeoutMs = 120_000;
const allow = 'allow it once';

/** Has the model answer a server, once the person has seen what it is asked. */
async function sample(params: CreateMessageRequest['params'], context: RequestContext): Promise<CreateMessageResult> {
  const { server, hasSecret } = context;
  const { model, signal } = context.call.ctx;
  const messages = params.messages.map(({ role, content }) => ({ role, text: textOf(content) }));
  const system = params.systemPrompt ?? '';
  const shown = [
    ...(system === '' ? [] : [`system: ${system}`]),
    ...messages.map(({ role, text }) => `${role}: ${text}`),
  ];
  const answered = await askFor(context, {
    text: `The MCP server ${server} wants the model to answer this, and reads the answer:\n${escapeHidden(shown.join('\n'))}`,
    options: [allow, 'refuse'],
  });
  if (answered?.trim() !== allow) throw new Error('the person did not allow it');
  if (model === undefined) throw new Error('no model can be asked here');
  const limit = Math.min(params.maxTokens, maxTokens);
  const answer = await model.ask({ system, messages, maxTokens: limit, timeoutMs, signal });
  if (isFailure(answer)) throw new Error(answer.message);
  if (hasSecret(answer.text)) throw new Error('the answer holds a secret, and is not handed over');
  return {
    role: 'assistant',
    content: { type: 'text', text: answer.text },
    model: 'toolwright',
    stopReason: 'endTurn',
  };
}

function textOf(content: unknown): string {
  const parts = [content].flat() as readonly { readonly type?: unknown; readonly text?: unknown }[];
  return parts.map(({ type, text }) => (typeof text === 'string' ? text : `[${String(type)}]`)).join('\n');
}
