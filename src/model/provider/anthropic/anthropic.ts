import { defined } from '../../../base/defined.js';
import type { Message } from '../../message.js';
import type { Model } from '../../model.js';
import { askKeeping, type KeptFailure, overModel } from '../../over-model.js';
import type { Protocol } from '../protocol.js';
import { createRemoteModel, type VendorOptions } from '../transport/remote-model.js';
import { below } from '../transport/target.js';
import { renderAnthropicRequest } from './anthropic-request.js';
import { createAnthropicReader } from './anthropic-stream.js';

/** The base URL may end in `/v1` or not; default Anthropic's own. */
export type AnthropicOptions = VendorOptions;

/**
 * A model behind Anthropic's Messages API, or behind a server that speaks it. A signed thought counts only within the
 * conversation it was thought in: once the system prompt or the tools change, or with another account, newer models refuse
 * it, and would refuse every further request. As Anthropic advises, the request is then sent once more without any thought,
 * and those thoughts are never sent again.
 * https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting
 */
export function anthropicMessages(options: AnthropicOptions): Model {
  const lost = new WeakSet<Message>();
  const usual = { name: `anthropic/${options.model}`, baseUrl: 'https://api.anthropic.com' };
  const model = createRemoteModel(anthropicProtocol(lost), { ...usual, ...options });
  return overModel(model, async (request, emit) => {
    const thoughtful = (): readonly Message[] =>
      request.messages.filter((one) => one.role === 'assistant' && one.carry !== undefined && !lost.has(one));
    const keeps = (kept: KeptFailure): boolean => isRefusedThought(kept) && thoughtful().length > 0;
    if ((await askKeeping(model, { request, emit }, keeps)) === undefined) return;
    for (const message of thoughtful()) lost.add(message);
    emit({ type: 'problem', code: 'thoughts-left-out', message: leftOut });
    await model.stream(request, emit);
  });
}

const leftOut =
  'The server did not take back what the model thought earlier, because the system prompt, the tools or the account changed since. The request was sent again without those thoughts.';

const refusedWords =
  /invalid .?signature.? in .?thinking.? block|.?thinking.? .{0,40}blocks .{0,60}cannot be modified/i;

const isRefusedThought = ({ failure: { kind, message }, begun }: KeptFailure): boolean =>
  !begun && kind === 'bad-request' && refusedWords.test(message);

/** `lost` holds the messages whose thoughts the server did not take back. */
export function anthropicProtocol(lost: WeakSet<Message> = new WeakSet()): Protocol {
  return {
    api: 'anthropic',
    answerName: 'message',
    usualPath: '/v1',
    framing: 'events',
    address: (base) => below(base, base.pathname.endsWith('/v1') ? '/messages' : '/v1/messages'),
    headers: (apiKey) => ({ 'anthropic-version': '2023-06-01', ...defined({ 'x-api-key': apiKey }) }),
    render: (request, settings) =>
      renderAnthropicRequest(request, settings, (message) => {
        const { carry } = message;
        return carry?.api === 'anthropic' && carry.model === settings.model && !lost.has(message);
      }),
    createReader: createAnthropicReader,
  };
}
