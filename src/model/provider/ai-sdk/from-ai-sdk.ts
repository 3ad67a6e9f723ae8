import { defined } from '../../../base/defined.js';
import { messageOf, ToolwrightError } from '../../../base/error.js';
import type { Model, ModelEvent, ModelFailure, ModelRequest } from '../../model.js';
import { answerFailures } from '../answer-failure.js';
import { createRetries, type RetryOptions } from '../transport/retry.js';
import { choiceOf, promptOf, toolsOf } from './from-ai-sdk-prompt.js';
import { createAiSdkReader } from './from-ai-sdk-reader.js';
import { readAiSdkStream } from './from-ai-sdk-stream.js';
import type { AiSdkCallOptions, AiSdkModel, AiSdkProviderOptions } from './from-ai-sdk-types.js';

export interface FromAiSdkOptions {
  /** For people and records; default `<provider>/<modelId>`. */
  readonly name?: string;
  /** How much the model can take in, its answer included. */
  readonly contextTokens?: number;
  readonly maxOutputTokens?: number;
  /** Sent with every request, where the provider speaks HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The provider's own options, by its name: `{ openai: { reasoningEffort: 'low' } }`. */
  readonly providerOptions?: AiSdkProviderOptions;
  /** How long the provider may say nothing; default 5 minutes. */
  readonly idleTimeoutMs?: number;
  readonly retry?: RetryOptions;
}

/**
 * A model of the Vercel AI SDK (versions 2 and 3 of its interface: AI SDK 5 and 6), so that every provider made for it
 * can be used. Throws `bad-option` for what is no such model.
 */
export function fromAiSdk(model: AiSdkModel, options: FromAiSdkOptions = {}): Model {
  checkModel(model);
  const id = `${model.provider}/${model.modelId}`;
  const { name = id, idleTimeoutMs = 300_000 } = options;
  const told = new Set<string>();
  const once = async (request: ModelRequest, emit: (event: ModelEvent) => void): Promise<ModelFailure | undefined> => {
    const call = callOptions(request, options, id);
    if ('kind' in call) return call;
    const reader = createAiSdkReader(emit, { id, name, told });
    return readAiSdkStream(model, { options: call, reader, signal: request.signal, idleTimeoutMs, name });
  };
  const retries = createRetries(options.retry ?? {});
  return {
    name,
    contextTokens: options.contextTokens,
    async stream(request, emit) {
      const failure = request.signal.aborted ? answerFailures.cancelled : await retries(once, request, emit);
      if (failure !== undefined) emit({ type: 'failure', failure });
    },
  };
}

function callOptions(
  { messages, tools, toolChoice = 'auto', maxTokens }: ModelRequest,
  { maxOutputTokens = maxTokens, headers, providerOptions }: FromAiSdkOptions,
  id: string,
): AiSdkCallOptions | ModelFailure {
  try {
    return {
      prompt: promptOf(messages, id),
      ...(tools.length > 0 && { tools: toolsOf(tools), toolChoice: choiceOf(toolChoice) }),
      ...defined({ maxOutputTokens }),
      ...(headers !== undefined && { headers: { ...headers } }),
      ...defined({ providerOptions }),
    };
  } catch (thrown) {
    const message = `The request cannot be put together: ${messageOf(thrown)}. Check the schemas of the tools.`;
    return { kind: 'bad-request', message };
  }
}

function checkModel(model: AiSdkModel): void {
  if (typeof model === 'string') {
    throw badModel(`the name ${JSON.stringify(model)}, which only the SDK's gateway knows`);
  }
  const given = model as Partial<AiSdkModel> | null | undefined;
  const version = given?.specificationVersion;
  if (typeof given?.doStream !== 'function' || typeof version !== 'string') throw badModel('no model of the AI SDK');
  if (version !== 'v2' && version !== 'v3') throw badModel(`one of version ${version} of its interface`);
}

function badModel(what: string): ToolwrightError {
  const message = `fromAiSdk takes a language model of version v2 or v3 of the AI SDK's interface (AI SDK 5 and 6), such as createOpenAICompatible({ … })('model'). It was given ${what}. Install a version of its provider that goes with these, or use an adapter of Toolwright.`;
  return new ToolwrightError('bad-option', message);
}
