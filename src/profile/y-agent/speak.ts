import type { GrammarDialect } from '../../dialect/define-dialect.js';
import {
  mixedDsml,
  mixedEnvelope,
  mixedLongcat,
  mixedMinimax,
} from '../../dialect/format/mixed-envelope/mixed-envelope.js';
import type { Model } from '../../model/model.js';
import { promptedModel, readDialect } from '../../model/prompted-model.js';

export type ToolCallingMode = 'Native' | 'PromptBased';

/** Providers whose API takes tools; `google` is what others call gemini. */
const nativeProviders: ReadonlySet<string> = new Set(['openai', 'anthropic', 'azure', 'gemini', 'google', 'deepseek']);

/** How a model is told of its tools: as it was set for its provider, else by the provider, which its name begins with. */
export function toolCallingMode({ name, toolCalls }: Pick<Model, 'name' | 'toolCalls'>): ToolCallingMode {
  if (toolCalls !== undefined) return toolCalls === 'native' ? 'Native' : 'PromptBased';
  const [provider, model] = name.split('/', 2);
  // Of a model without a provider nothing tells that it cannot take tools.
  if (provider === undefined || model === undefined) return 'Native';
  return nativeProviders.has(provider) ? 'Native' : 'PromptBased';
}

/** Native calls are taken first; only where there are none, calls are read from the text, code blocks included. */
export function speakYAgent(model: Model): Model {
  const dialect = dialectOf(model.name);
  if (toolCallingMode(model) === 'Native') return readDialect(model, { dialect, inCode: true });
  // It is in prompt mode already, in the format that was chosen for it.
  if (model.toolCalls === 'prompt') return model;
  return promptedModel(model, { dialect, inCode: true });
}

/** Each reads all envelopes; they differ in the one that calls and results are shown in. */
const dialectOf = (name: string): GrammarDialect => dialects.find(([words]) => words.test(name))?.[1] ?? mixedEnvelope;

const dialects: readonly (readonly [RegExp, GrammarDialect])[] = [
  [/deepseek/i, mixedDsml],
  [/minimax/i, mixedMinimax],
  [/longcat/i, mixedLongcat],
];
