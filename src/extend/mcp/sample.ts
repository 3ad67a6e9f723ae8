import type { CreateMessageRequest, CreateMessageResult } from '@modelcontextprotocol/client';
import { isFailure } from '../../tool/outcome.js';
import { escapeHidden } from './escape-hidden.js';
import { askFor, type RequestContext } from './request-context.js';

const maxTokens = 4000;
const timeoutMs = 120_000;
const allow = 'allow it once';

/** Has the model answer a server, once the person has seen what it is asked. */
export async function sample(
  params: CreateMessageRequest['params'],
  context: RequestContext,
): Promise<CreateMessageResult> {
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
