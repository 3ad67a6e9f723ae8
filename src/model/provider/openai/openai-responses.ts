import type { Model, ModelEvent } from '../../model.js';
import type { Protocol } from '../protocol.js';
import { createRemoteModel, type RemoteOptions } from '../transport/remote-model.js';
import { below } from '../transport/target.js';
import { renderResponsesRequest } from './openai-responses-request.js';
import { createResponsesReader } from './openai-responses-stream.js';

export type OpenAiResponsesOptions = Omit<RemoteOptions, 'name' | 'baseUrl'> & {
  /** Where the API starts; default OpenAI's own, `https://api.openai.com/v1`. */
  readonly baseUrl?: string;
  /** For people and records; default `openai/<model>`. */
  readonly name?: string;
};

/**
 * A model behind OpenAI's responses API, or behind another server that speaks it. Encrypted reasoning goes back to the
 * model that wrote it. One that cannot be read any more, as with the key of another organization, is left out from then
 * on instead of making every request fail.
 */
export function openAiResponses(options: OpenAiResponsesOptions): Model {
  const remote = { name: `openai/${options.model}`, baseUrl: 'https://api.openai.com/v1', ...options };
  const whole = createRemoteModel(openAiResponsesProtocol, remote);
  const bare = createRemoteModel(withoutCarry, remote);
  let unreadable = false;
  return {
    name: remote.name,
    async stream(request, emit) {
      let begun = false;
      if (!unreadable) {
        await whole.stream(request, (event) => {
          unreadable ||= !begun && isUnreadable(event);
          begun ||= event.type !== 'retry';
          if (!unreadable) emit(event);
        });
        if (!unreadable) return;
        emit({ type: 'problem', code: 'reasoning-dropped', message: dropped });
      }
      await bare.stream(request, emit);
    },
  };
}

export const openAiResponsesProtocol: Protocol = {
  api: 'openai-responses',
  answerName: 'response',
  usualPath: '/v1',
  framing: 'events',
  address: (base) => below(base, '/responses'),
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  render: (request, settings) => renderResponsesRequest(request, settings),
  createReader: createResponsesReader,
};

const withoutCarry: Protocol = {
  ...openAiResponsesProtocol,
  render: (request, settings) => renderResponsesRequest(request, settings, { carry: false }),
};

const dropped =
  'The server cannot read the encrypted reasoning of earlier answers any more (another key or organization?). It is left out from now on; the conversation itself is whole.';

function isUnreadable(event: ModelEvent): boolean {
  if (event.type !== 'failure' || event.failure.kind !== 'bad-request') return false;
  return /encrypted.content/i.test(event.failure.message);
}
