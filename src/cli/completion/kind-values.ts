import type { ValueKind } from '../command.js';
import type { CompletionValue, ValueRequest, ValueSource } from './completion-value.js';

/** The kinds of which only the program knows the values; paths are completed by the shell itself. */
const sources: Readonly<Record<Exclude<ValueKind, 'file' | 'folder'>, () => Promise<ValueSource>>> = {
  env:
    async () =>
    async ({ host }) =>
      Object.keys(host.env)
        .toSorted()
        .map((value) => ({ value })),
  session: async () => (await import('./session-values.js')).sessionValues,
  model: async () => (await import('./config-values.js')).modelValues,
  server: async () => (await import('./config-values.js')).serverValues,
  profile: async () => (await import('./config-values.js')).profileValues,
  setting: async () => (await import('./config-values.js')).settingValues,
  'setting-value': async () => (await import('./config-values.js')).settingChoices,
};

/** The values of a kind; none of a kind that is not known. */
export async function kindValues(kind: string, request: ValueRequest): Promise<readonly CompletionValue[]> {
  const load = Object.entries(sources).find(([name]) => name === kind)?.[1];
  return load === undefined ? [] : (await load())(request);
}
