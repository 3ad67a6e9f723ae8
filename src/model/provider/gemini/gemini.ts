import type { Model } from '../../model.js';
import type { Protocol } from '../protocol.js';
import { createRemoteModel, type VendorOptions } from '../transport/remote-model.js';
import { below } from '../transport/target.js';
import { renderGeminiRequest } from './gemini-request.js';
import { createGeminiReader } from './gemini-stream.js';

/** The base URL is `https://generativelanguage.googleapis.com/v1beta` by default. */
export type GeminiOptions = VendorOptions;

/** A model behind Google's Gemini API. */
export function geminiModel(options: GeminiOptions): Model {
  const baseUrl = 'https://generativelanguage.googleapis.com/v1beta';
  const model = createRemoteModel(geminiProtocol, { name: `gemini/${options.model}`, baseUrl, ...options });
  return { ...model, undeclared: 'door-text' };
}

export const geminiProtocol: Protocol = {
  api: 'gemini',
  answerName: 'Gemini answer',
  usualPath: '/v1beta',
  framing: 'events',
  address(base, model) {
    // `models/…` may be said or left out; tuned models are named with the list they stand in.
    const path = model.includes('/') ? model : `models/${model}`;
    const address = below(base, `/${path}:streamGenerateContent`);
    address.searchParams.set('alt', 'sse');
    return address;
  },
  // A key in the address would end up in logs of proxies and servers.
  headers: (apiKey) => (apiKey === undefined ? {} : { 'x-goog-api-key': apiKey }),
  render: renderGeminiRequest,
  createReader: createGeminiReader,
};
