import { defined } from '../../../base/defined.js';
import type { Json } from '../../../base/json.js';
import type { ModelFailure } from '../../model.js';
import { isObject, nonEmpty, placeOf } from '../wire.js';
import { createOllamaServer, type OllamaAddress } from './ollama-server.js';
import { type OllamaTraits, readTraits } from './ollama-traits.js';

/** A model that an Ollama server has. What the server does not tell is left out. */
export interface OllamaModel {
  readonly name: string;
  /** Bytes on its disk. */
  readonly size?: number;
  /** Such as `8.2B`. */
  readonly parameterSize?: string;
  readonly family?: string;
  /** When it was installed or changed, as the server writes it (ISO 8601). */
  readonly modified?: string;
  /** Runs elsewhere: what is asked leaves the machine. */
  readonly remote?: boolean;
  /** Is loaded now. */
  readonly running?: boolean;
  /** What the model can do, when it was asked for. */
  readonly traits?: OllamaTraits;
}

export type OllamaLookup = OllamaAddress & { readonly signal?: AbortSignal; readonly timeoutMs?: number };

const usualTimeoutMs = 5000;

/** The models an Ollama server has, in its own order, and which of them are loaded. Never throws. */
export async function listOllamaModels(
  options: OllamaLookup = {},
): Promise<{ readonly models: readonly OllamaModel[] } | { readonly failure: ModelFailure }> {
  const { timeoutMs = usualTimeoutMs, signal, ...address } = options;
  const server = createOllamaServer(address);
  const limits = { timeoutMs, ...defined({ signal }) };
  const [tags, loaded] = await Promise.all([
    server.ask({ path: '/api/tags', ...limits }),
    server.ask({ path: '/api/ps', ...limits }),
  ]);
  if ('failure' in tags) return tags;
  const running = new Set('failure' in loaded ? [] : readRunning(loaded.value).map(({ name }) => name));
  return {
    models: readTags(tags.value).map((model) => (running.has(model.name) ? { ...model, running: true } : model)),
  };
}

/** What one model can do. Never throws. */
export async function showOllamaModel(
  model: string,
  options: OllamaLookup = {},
): Promise<{ readonly traits: OllamaTraits } | { readonly failure: ModelFailure }> {
  const { timeoutMs = usualTimeoutMs, signal, ...address } = options;
  const server = createOllamaServer(address);
  const shown = await server.ask({ path: '/api/show', model, timeoutMs, ...defined({ signal }) });
  return 'failure' in shown ? shown : { traits: readTraits(shown.value, model) };
}

/** Reads the answer of `/api/tags`. */
export function readTags(answer: Json): readonly OllamaModel[] {
  return entriesOf(answer).flatMap((entry) => {
    const name = nonEmpty(entry['name']) ?? nonEmpty(entry['model']);
    if (name === undefined) return [];
    const details = isObject(entry['details']) ? entry['details'] : {};
    const size = entry['size'];
    const parameterSize = nonEmpty(details['parameter_size']);
    const family = nonEmpty(details['family']);
    const modified = nonEmpty(entry['modified_at']);
    return [
      {
        name,
        ...(typeof size === 'number' && size > 0 && { size }),
        ...defined({ parameterSize, family, modified }),
        ...(nonEmpty(entry['remote_host']) !== undefined && { remote: true }),
      },
    ];
  });
}

/** A model that is loaded, its context and the memory it takes. */
interface RunningModel {
  readonly name: string;
  readonly contextTokens?: number;
  readonly bytes?: number;
}

/** Reads the answer of `/api/ps`: what is loaded, and with what context. */
export function readRunning(answer: Json): readonly RunningModel[] {
  return entriesOf(answer).flatMap((entry) => {
    const name = nonEmpty(entry['name']) ?? nonEmpty(entry['model']);
    if (name === undefined) return [];
    const [contextTokens, bytes] = [placeOf(entry['context_length']), placeOf(entry['size'])].map(
      (one) => one || undefined,
    );
    return [{ name, ...defined({ contextTokens, bytes }) }];
  });
}

function entriesOf(answer: Json): readonly Readonly<Record<string, unknown>>[] {
  const models = isObject(answer) ? (answer as Readonly<Record<string, unknown>>)['models'] : undefined;
  return Array.isArray(models) ? models.filter(isObject) : [];
}

/** Whether two names are the same model: the server adds `:latest` where there is no tag. */
export const sameModel = (a: string, b: string): boolean => tagged(a) === tagged(b);

const tagged = (name: string): string => (name.lastIndexOf(':') > name.lastIndexOf('/') ? name : `${name}:latest`);
