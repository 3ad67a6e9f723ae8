import { shellQuote } from '../base/shell-quote.js';
import { type ModelFlags, namesModel } from '../config/model-choice/model-spec.js';
import { safeLine } from './safe-text.js';

/** The command line that goes on with a session: the same model and store, as they were named. */
export function goOnLine(
  id: string,
  { flags, store }: { readonly flags: ModelFlags; readonly store: string | undefined },
): string {
  const { api, baseUrl, model, apiKeyEnv } = namesModel(flags) ? flags : {};
  const named = [
    ['--api', api],
    ['--base-url', baseUrl],
    ['--model', model],
    ['--api-key-env', apiKeyEnv],
    ['--store', store],
    ['--session', id],
  ] as const;
  const words = named.flatMap(([flag, value]) => (value === undefined ? [] : [flag, shellQuote(value)]));
  return safeLine(['toolwright', ...words].join(' '));
}
