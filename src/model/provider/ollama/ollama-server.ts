import { defined } from '../../../base/defined.js';
import type { Json } from '../../../base/json.js';
import { getJson } from '../../get-json.js';
import type { ModelFailure } from '../../model.js';
import { baseAddress, below, createTarget, type TargetOptions } from '../transport/target.js';
import { createOllamaProtocol, ollamaBase } from './ollama-protocol.js';

export const defaultOllamaUrl = 'http://127.0.0.1:11434';

/** Where an Ollama server is. */
export type OllamaAddress = Pick<TargetOptions, 'apiKey' | 'headers'> & {
  /** Default `http://127.0.0.1:11434`; with `/v1` or `/api` at its end it is the same server. */
  readonly baseUrl?: string;
};

export interface OllamaQuestion {
  readonly path: '/api/show' | '/api/tags' | '/api/ps' | '/api/generate';
  /** The model it is about, sent along. */
  readonly model?: string;
  /** What is sent beside it. */
  readonly more?: object;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export type OllamaAnswer = { readonly value: Json } | { readonly failure: ModelFailure };

/** What can be asked of an Ollama server beside answers. */
export type OllamaServer = ReturnType<typeof createOllamaServer>;

export function createOllamaServer({ baseUrl = defaultOllamaUrl, ...address }: OllamaAddress) {
  const target = createTarget(protocol, { ...address, baseUrl, model: '' });
  const base = ollamaBase(baseAddress(baseUrl));
  const url = target.url.replace(/\/api\/chat$/, '');
  return {
    /** For people: without credentials. */
    url,
    /** It is on this machine, whose memory is its own. */
    isNear: /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(base.hostname),
    /** Never throws. */
    async ask({ path, model, more, timeoutMs, signal }: OllamaQuestion): Promise<OllamaAnswer> {
      const answer = await getJson({
        url: below(base, path),
        headers: target.headers,
        timeoutMs,
        protocol,
        ...(model !== undefined && { model, body: JSON.stringify({ model, ...more }) }),
        ...defined({ signal }),
      });
      if ('value' in answer) return answer;
      const { failure } = answer;
      return { failure: { ...failure, message: target.clean(withServeHint(failure, url)) } };
    },
  };
}

const protocol = createOllamaProtocol(() => ({
  numCtx: undefined,
  think: undefined,
  keepAlive: '',
  format: undefined,
}));

/** Nothing listens: on one's own machine that is nearly always a server that was not started. */
export function withServeHint({ kind, message }: ModelFailure, url: string): string {
  if (kind !== 'unreachable' || !message.includes('ECONNREFUSED')) return message;
  return `Ollama does not run at ${url} (ECONNREFUSED). Start it with \`ollama serve\` or open its app, or correct the base URL.`;
}
