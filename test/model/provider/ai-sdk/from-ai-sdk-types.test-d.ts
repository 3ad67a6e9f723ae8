import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type {
  LanguageModelV2,
  LanguageModelV2CallOptions,
  LanguageModelV3,
  LanguageModelV3CallOptions,
} from '@ai-sdk/provider';
import { MockLanguageModelV3 } from 'ai/test';
import { fromAiSdk } from '../../../../src/model/provider/ai-sdk/from-ai-sdk.js';
import type { AiSdkCallOptions, AiSdkModel } from '../../../../src/model/provider/ai-sdk/from-ai-sdk-types.js';

declare const second: LanguageModelV2;
declare const third: LanguageModelV3;
declare const options: AiSdkCallOptions;

// Both versions of the SDK's models fit, and so does a provider of it.
export const models: readonly AiSdkModel[] = [
  second,
  third,
  createOpenAICompatible({ name: 'local', baseURL: 'http://127.0.0.1:1/v1' })('m'),
];

// What is sent is what the SDK declares.
export const sent: readonly [LanguageModelV2CallOptions, LanguageModelV3CallOptions] = [options, options];

export const opened = [fromAiSdk(second), fromAiSdk(third), fromAiSdk(new MockLanguageModelV3())];

// @ts-expect-error a name is no model
fromAiSdk('openai/gpt-5');
