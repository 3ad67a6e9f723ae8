import { totalmem } from 'node:os';
import { defined } from '../../../base/defined.js';
import type { ModelFailure } from '../../model.js';
import { createLookup } from './ollama-lookup.js';
import { contextMemory } from './ollama-memory.js';
import { readRunning, sameModel } from './ollama-models.js';
import type { OllamaServer } from './ollama-server.js';
import { type OllamaTraits, readTraits, unknownTraits } from './ollama-traits.js';

/** What is known of a model, and the context it is loaded with now. */
export interface DescribedModel {
  readonly traits: OllamaTraits;
  readonly loadedTokens?: number;
  /** How much context its machine has memory for, about. */
  readonly memoryTokens?: number;
  /** Whether it is loaded; undefined where that was not told. */
  readonly isLoaded?: boolean;
  /** Told by the server, not assumed. */
  readonly sure: boolean;
}

/** Asks the server once what a model can do, for all requests to it. */
export function createDescription(server: OllamaServer, model: string) {
  return createLookup({ look: (signal) => look(server, model, signal), keepMs });
}

const showTimeoutMs = 4000;
const unsureMs = 30_000;

/** A server that tells nothing (an old one, a proxy) is no reason not to ask the model. */
async function look(
  server: OllamaServer,
  model: string,
  signal: AbortSignal,
): Promise<DescribedModel | { readonly missing: ModelFailure }> {
  const limits = { timeoutMs: showTimeoutMs, signal };
  const [shown, loaded] = await Promise.all([
    server.ask({ path: '/api/show', model, ...limits }),
    server.ask({ path: '/api/ps', ...limits }),
  ]);
  if ('failure' in shown) {
    if (shown.failure.kind === 'unknown-model') return { missing: shown.failure };
    return { traits: unknownTraits(model), sure: false };
  }
  const running = 'failure' in loaded ? [] : readRunning(loaded.value);
  const mine = running.find((one) => sameModel(one.name, model));
  const loadedTokens = mine?.contextTokens;
  const there = { totalBytes: totalmem(), loadedBytes: mine?.bytes };
  const memoryTokens = server.isNear ? contextMemory(shown.value, there) : undefined;
  const isLoaded = 'failure' in loaded ? undefined : mine !== undefined;
  return { traits: readTraits(shown.value, model), sure: true, ...defined({ loadedTokens, memoryTokens, isLoaded }) };
}

function keepMs(found: Awaited<ReturnType<typeof look>>): number {
  if ('missing' in found) return 0;
  return found.sure ? Number.POSITIVE_INFINITY : unsureMs;
}
