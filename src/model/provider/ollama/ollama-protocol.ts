import { bearer, type Protocol } from '../protocol.js';
import { below } from '../transport/target.js';
import { type OllamaSettings, renderOllamaRequest } from './ollama-request.js';
import { createOllamaReader } from './ollama-stream.js';

/** Ollama's own API, `/api/chat`. What changes from request to request is asked for when one is written. */
export function createOllamaProtocol(current: () => Omit<OllamaSettings, 'model' | 'maxOutputTokens'>): Protocol {
  return {
    api: 'ollama',
    answerName: 'chat answer',
    usualPath: ':11434',
    framing: 'lines',
    address: (base) => below(ollamaBase(base), '/api/chat'),
    headers: bearer,
    render: (request, { model, maxOutputTokens }) =>
      renderOllamaRequest(request, { ...current(), model, maxOutputTokens }),
    createReader: createOllamaReader,
  };
}

/** Where the server is, also when the address leads to one of its APIs: the one it lends from OpenAI is below `/v1`. */
export function ollamaBase(given: URL): URL {
  const base = new URL(given);
  base.pathname = base.pathname.replace(/\/+$/, '').replace(/\/(?:v1|api)(?:\/chat(?:\/completions)?)?$/, '');
  return base;
}
