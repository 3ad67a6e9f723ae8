export { type FromAiSdkOptions, fromAiSdk } from './from-ai-sdk.js';
export type { AiSdkModel } from './from-ai-sdk-types.js';
export { type ToolCallsOptions, toolCalls } from './tool-calls-middleware.js';
