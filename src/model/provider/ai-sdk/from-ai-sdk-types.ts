/**
 * The language model interface of the Vercel AI SDK, as far as it is used here: versions 2 and 3, which are alike in all
 * of this. Written down anew so that nothing of the SDK is needed to run or to compile; the models of the SDK fit.
 */
export interface AiSdkModel {
  /** `v2` or `v3`. */
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doStream(options: AiSdkCallOptions): PromiseLike<AiSdkStreamResult>;
}

export interface AiSdkStreamResult {
  readonly stream: AiSdkStream;
}

/** A web stream of parts: whatever their type, each field of them is looked at before it is used. */
export interface AiSdkStream {
  getReader(): AiSdkStreamReader;
}

export interface AiSdkStreamReader {
  read(): Promise<{ done: boolean; value?: unknown }>;
  cancel(reason?: unknown): Promise<void>;
}

export interface AiSdkCallOptions {
  prompt: AiSdkMessage[];
  maxOutputTokens?: number;
  tools?: AiSdkTool[];
  toolChoice?: AiSdkToolChoice;
  abortSignal?: AbortSignal;
  headers?: Record<string, string>;
  providerOptions?: AiSdkProviderOptions;
}

export type AiSdkMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: (AiSdkText | AiSdkFile)[] }
  | { role: 'assistant'; content: AiSdkAnswerPart[] }
  | { role: 'tool'; content: AiSdkResult[] };

export type AiSdkAnswerPart = AiSdkText | AiSdkReasoning | AiSdkToolCall;

export interface AiSdkText {
  type: 'text';
  text: string;
  providerOptions?: AiSdkProviderOptions;
}

export interface AiSdkReasoning {
  type: 'reasoning';
  text: string;
  providerOptions?: AiSdkProviderOptions;
}

export interface AiSdkFile {
  type: 'file';
  mediaType: string;
  /** In base64. */
  data: string;
}

export interface AiSdkToolCall {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerOptions?: AiSdkProviderOptions;
}

export interface AiSdkResult {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: { type: 'text' | 'error-text'; value: string };
}

export interface AiSdkTool {
  type: 'function';
  name: string;
  description?: string;
  /** A JSON Schema. */
  inputSchema: object;
}

export type AiSdkToolChoice = { type: 'auto' | 'none' | 'required' } | { type: 'tool'; toolName: string };

/** By the name of the provider. */
export type AiSdkProviderOptions = Record<string, { [key: string]: AiSdkJson }>;

export type AiSdkJson = null | string | number | boolean | AiSdkJson[] | { [key: string]: AiSdkJson };
