import { defined } from '../../../base/defined.js';
import type { Message } from '../../message.js';
import type { Model } from '../../model.js';
import type { Protocol } from '../protocol.js';
import { createRemoteModel, type RemoteOptions } from '../transport/remote-model.js';
import { below } from '../transport/target.js';
import { withoutLostThoughts } from './anthropic-lost-thoughts.js';
import { renderAnthropicRequest } from './anthropic-request.js';
import { createAnthropicReader } from './anthropic-stream.js';

export type AnthropicOptions = Omit<RemoteOptions, 'name' | 'baseUrl'> & {
  /** Where the API starts, with or without `/v1`; default Anthropic's own. */
  readonly baseUrl?: string;
  /** For people and records; default `anthropic/<model>`. */
  readonly name?: string;
};

/** A model behind Anthropic's Messages API, or behind a server that speaks it. */
export function anthropicMessages(options: AnthropicOptions): Model {
  const lost = new WeakSet<Message>();
  const model = createRemoteModel(anthropicProtocol(lost), {
    name: `anthropic/${options.model}`,
    baseUrl: 'https://api.anthropic.com',
    ...options,
  });
  return withoutLostThoughts(model, lost);
}

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
