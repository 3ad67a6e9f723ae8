import { totalmem } from 'node:os';
import { isWebAddress } from '../../base/web-address.js';
import { listModels, usableModels } from '../../model/list-models.js';
import type { Provider } from './provider.js';

/** A model server that answers on this machine, with the models it has that talk. */
export interface LocalServer {
  readonly provider: Provider;
  readonly models: readonly string[];
  /** The one to start with; undefined when it has none. */
  readonly best: string | undefined;
  /** It took the connection and did not answer in time. */
  readonly slow?: true;
}

/** All are asked at once, and none is waited for longer at the start, which is not delayed by more than 150 ms. */
export const startProbeMs = 120;

/** The model servers that answer on this machine, in the order of the providers. */
export async function findLocalServers(
  providers: Iterable<Provider>,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<readonly LocalServer[]> {
  const local = [...providers].filter((provider) => provider.local);
  const found = await Promise.all(
    local.map((provider) => (provider.api === 'ollama' ? askOllama(provider, timeoutMs) : ask(provider, timeoutMs))),
  );
  return found.filter((server) => server !== undefined);
}

/** What answers something else at a port that many programs use is no model server. */
async function ask(provider: Provider, timeoutMs: number): Promise<LocalServer | undefined> {
  const { api, baseUrl } = provider;
  // A base URL of the config that is none: whoever names this provider is told.
  if (!isWebAddress(baseUrl)) return undefined;
  const got = await listModels({ api, baseUrl }, { timeoutMs });
  if ('failure' in got) return undefined;
  const models = got.models.map(({ name }) => name).filter(talks);
  return { provider, models, best: models[0] };
}

async function askOllama(provider: Provider, timeoutMs: number): Promise<LocalServer | undefined> {
  const { baseUrl } = provider;
  if (!isWebAddress(baseUrl)) return undefined;
  const [{ listOllamaModels }, { pickOllamaModel }] = await Promise.all([
    import('../../model/provider/ollama/ollama-models.js'),
    import('../../model/provider/ollama/ollama-pick.js'),
  ]);
  const got = await listOllamaModels({ baseUrl, timeoutMs });
  // Nothing there is told at once; whoever listens at Ollama's own address and says nothing is an Ollama that is busy.
  if ('failure' in got) {
    return got.failure.silent === true ? { provider, models: [], best: undefined, slow: true } : undefined;
  }
  const models = usableModels(got.models);
  const best = pickOllamaModel(models, { memoryBytes: totalmem() })?.name;
  return { provider, models: models.map(({ name }) => name).filter(talks), best };
}

/** Servers list models of other kinds too. */
export const talks = (name: string): boolean => !/embed|rerank|whisper|(?:^|[-_/])tts(?:[-_:]|$)|bge-|clip/i.test(name);
