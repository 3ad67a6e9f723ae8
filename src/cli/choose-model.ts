import type { Model } from '../model/model.js';
import { guideModel } from '../model/provider/guide.js';
import { openAiChat } from '../model/provider/openai-chat.js';
import type { Invocation } from './command.js';
import { usageError } from './usage-error.js';

/** The flags that choose a model. */
export interface ModelFlags {
  readonly api?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
}

const openAiUrl = 'https://api.openai.com/v1';
const openAiKey = 'OPENAI_API_KEY';

export const howToChoose = `Say which model to use. For example, with Ollama on this machine:
  toolwright --base-url http://127.0.0.1:11434/v1 --model qwen3
or with OpenAI and the key in OPENAI_API_KEY:
  toolwright --model gpt-5
or, with no model at hand, the built-in guide:
  toolwright --model guide`;

export function modelFlags(invocation: Pick<Invocation, 'text'>): ModelFlags {
  return {
    api: invocation.text('api'),
    baseUrl: invocation.text('base-url'),
    model: invocation.text('model'),
    apiKeyEnv: invocation.text('api-key-env'),
  };
}

/** Whether the flags name a model at all. */
export const namesModel = ({ model, baseUrl }: ModelFlags): boolean => model !== undefined || baseUrl !== undefined;

/** The model the flags name, else the guide. Throws `bad-usage` when they do not fit together. */
export function chooseModel(flags: ModelFlags, env: Readonly<Record<string, string | undefined>>): Model {
  const { model, baseUrl = openAiUrl } = flags;
  if (!namesModel(flags) || (model === 'guide' && flags.baseUrl === undefined)) return guideModel();
  if (model === undefined) throw usageError('--base-url says where the model is; say also which: --model NAME');
  const apiKey = readKey(flags, baseUrl, env);
  return openAiChat({ baseUrl, model, ...(apiKey !== undefined && { apiKey }) });
}

/** A variable that was named must be there. The usual one is taken for OpenAI's own server only: no other gets its key. */
function readKey(
  { apiKeyEnv }: ModelFlags,
  baseUrl: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const isOpenAi = URL.canParse(baseUrl) && new URL(baseUrl).host === new URL(openAiUrl).host;
  if (apiKeyEnv === undefined && !isOpenAi) return undefined;
  const variable = apiKeyEnv ?? openAiKey;
  const key = env[variable]?.trim();
  if (key) return key;
  const other = apiKeyEnv === undefined ? ', or name another server with --base-url URL' : '';
  throw usageError(`The variable ${variable} is not set or empty: put the API key into it${other}.`);
}
