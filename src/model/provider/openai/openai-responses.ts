import type { Model } from '../../model.js';
import { askKeeping, type KeptFailure, overModel } from '../../over-model.js';
import { bearer, type Protocol } from '../protocol.js';
import { createRemoteModel, type VendorOptions } from '../transport/remote-model.js';
import { below } from '../transport/target.js';
import { isOpenAi, openAiUrl } from './openai-cache-key.js';
import { type ResponsesOptions, renderResponsesRequest } from './openai-responses-request.js';
import { createResponsesReader } from './openai-responses-stream.js';

/** The base URL is OpenAI's own by default, `https://api.openai.com/v1`. */
export type OpenAiResponsesOptions = VendorOptions;

/**
 * A model behind OpenAI's responses API, or behind another server that speaks it. Encrypted reasoning goes back to the
 * model that wrote it. One that cannot be read any more, as with the key of another organization, is left out from then
 * on instead of making every request fail.
 */
export function openAiResponses(options: OpenAiResponsesOptions): Model {
  const remote = { name: `openai/${options.model}`, baseUrl: openAiUrl, ...options };
  const hosted = isOpenAi(remote.baseUrl);
  const whole = createRemoteModel(createProtocol({ carry: true, hosted }), remote);
  const bare = createRemoteModel(createProtocol({ carry: false, hosted }), remote);
  let unreadable = false;
  return overModel(whole, async (request, emit) => {
    if (!unreadable) {
      if ((await askKeeping(whole, { request, emit }, isUnreadable)) === undefined) return;
      unreadable = true;
      emit({ type: 'problem', code: 'reasoning-dropped', message: dropped });
    }
    await bare.stream(request, emit);
  });
}

const createProtocol = (options: ResponsesOptions): Protocol => ({
  api: 'openai-responses',
  answerName: 'response',
  usualPath: '/v1',
  framing: 'events',
  address: (base) => below(base, '/responses'),
  headers: bearer,
  render: (request, settings) => renderResponsesRequest(request, settings, options),
  createReader: createResponsesReader,
});

export const openAiResponsesProtocol = createProtocol({ carry: true, hosted: false });

const dropped =
  'The server cannot read the encrypted reasoning of earlier answers any more (another key or organization?). It is left out from now on; the conversation itself is whole.';

const isUnreadable = ({ failure: { kind, message }, begun }: KeptFailure): boolean =>
  !begun && kind === 'bad-request' && /encrypted.content/i.test(message);
