import { nearest } from '../../../base/nearest.js';
import type { ModelFailure } from '../../model.js';
import { readTags } from './ollama-models.js';
import { type OllamaServer, withServeHint } from './ollama-server.js';

export interface FailureContext {
  readonly server: OllamaServer;
  readonly model: string;
  /** Whether Ollama only passes on to a model elsewhere. */
  readonly remote: boolean;
  readonly signal: AbortSignal;
}

/** A failure in words of Ollama: what to type to get on. */
export async function explainOllamaFailure(failure: ModelFailure, context: FailureContext): Promise<ModelFailure> {
  const { server, model, remote } = context;
  if (failure.kind === 'unknown-model') return { ...failure, message: await unknownModel(context) };
  if (failure.kind === 'unreachable') return { ...failure, message: withServeHint(failure, server.url) };
  if (failure.kind === 'unauthorized' && remote) {
    const message = `${model} runs in Ollama's cloud, and the server is not signed in. Run \`ollama signin\`, or use a model of this machine.`;
    return { ...failure, message };
  }
  return failure;
}

const tagsTimeoutMs = 2000;

async function unknownModel({ server, model, signal }: FailureContext): Promise<string> {
  const missing = `Ollama at ${server.url} has no model ${model}. Get it with \`ollama pull ${model}\``;
  const tags = await server.ask({ path: '/api/tags', timeoutMs: tagsTimeoutMs, signal });
  const all = 'failure' in tags ? [] : readTags(tags.value).map(({ name }) => name);
  const names = all.filter((name) => plainName.test(name));
  if (names.length === 0) return `${missing}.`;
  return `${missing}, or use one that it has: ${nearestNames(model, names).join(', ')}.`;
}

/** A server's words must not steer the terminal they are shown on. */
const plainName = /^[\w.:/-]{1,128}$/;

/** The few names that are most likely meant: a mistyped one first, then those that start alike. */
export function nearestNames(wanted: string, all: readonly string[]): readonly string[] {
  const names = all.slice(0, maxNames);
  const typo = nearest(wanted, names) ?? nearest(`${wanted}:latest`, names);
  const alike = names
    .filter((name) => name !== typo)
    .sort((a, b) => commonStart(wanted, b) - commonStart(wanted, a) || (a < b ? -1 : 1));
  return [...(typo === undefined ? [] : [typo]), ...alike].slice(0, 3);
}

/** Nobody has more; comparing each takes time. */
const maxNames = 1000;

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length]?.toLowerCase() === b[length]?.toLowerCase()) length += 1;
  return length;
}
