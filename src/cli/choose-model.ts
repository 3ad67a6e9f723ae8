import { flagsAgainstLocks, type GivenFlag } from '../config/managed-lock.js';
import { chooseModel as choose, type ModelChoice } from '../config/model-choice/choose-model.js';
import type { ModelFlags } from '../config/model-choice/model-spec.js';
import type { LoadedConfig } from '../config/open-config.js';
import type { Model } from '../model/model.js';
import { openModel } from '../model/open-model.js';
import { guideModel } from '../model/provider/guide.js';
import type { Api } from '../model/provider/protocol.js';
import type { Invocation } from './command.js';
import type { Host } from './host.js';
import { usageError } from './usage-error.js';

/** A model that is ready to be talked to, and why it is this one. */
export interface ChosenModel {
  readonly model: Model;
  readonly choice: ModelChoice;
}

export function modelFlags(invocation: Pick<Invocation, 'text'>): ModelFlags {
  return {
    api: invocation.text('api') as Api | undefined,
    baseUrl: invocation.text('base-url'),
    model: invocation.text('model'),
    apiKeyEnv: invocation.text('api-key-env'),
  };
}

export interface ChoiceContext {
  readonly config: Pick<LoadedConfig, 'values' | 'origins'>;
  readonly env: Host['env'];
  readonly probeTimeoutMs?: number;
}

/** The model the flags or the config name, else what is at hand, else the guide. Throws `bad-usage` with what to do. */
export async function chooseModel(flags: ModelFlags, context: ChoiceContext): Promise<ChosenModel> {
  const choice = await chooseSpec(flags, context);
  return { choice, model: choice.spec === undefined ? guideModel() : await openModel(choice.spec) };
}

/** The same without opening it. What is managed for this machine is not changed by a flag. */
export async function chooseSpec(flags: ModelFlags, context: ChoiceContext): Promise<ModelChoice> {
  const { config } = context;
  refuseLocked(config, [
    { flag: '--model', path: ['model'], value: flags.model },
    // Another server is another model, whatever it is called there.
    { flag: '--base-url', path: ['model'], value: flags.baseUrl },
  ]);
  const choice = await choose({ flags, ...context });
  const provider = ['providers', choice.spec?.provider ?? ''];
  refuseLocked(config, [
    { flag: '--api', path: [...provider, 'api'], value: flags.api },
    { flag: '--api-key-env', path: [...provider, 'apiKeyEnv'], value: flags.apiKeyEnv },
  ]);
  return choice;
}

function refuseLocked(config: ChoiceContext['config'], flags: readonly GivenFlag[]): void {
  const [locked] = flagsAgainstLocks(config, flags);
  if (locked !== undefined) throw usageError(locked);
}

export const howToChoose = `Say which model to use. For example, with Ollama on this machine:
  toolwright --model ollama/qwen3
or with OpenAI and the key in OPENAI_API_KEY:
  toolwright --model gpt-5
or with any server that speaks OpenAI's API:
  toolwright --base-url http://127.0.0.1:8000/v1 --model NAME
or, with no model at hand, the built-in guide:
  toolwright --model guide
To name it once and for all: toolwright config set model ollama/qwen3`;
