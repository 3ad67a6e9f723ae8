export type { AgentDelta, AgentEvent, Repair, TurnEnd, TurnReason } from './agent/event.js';
export type { Instructions } from './agent/instructions.js';
export type { Profile, Scene } from './agent/profile.js';
export type { UserMessage } from './agent/turn.js';
export type { Clock } from './base/clock.js';
export { type ErrorCode, isToolwrightError, ToolwrightError } from './base/error.js';
export { version } from './base/version.js';
export { builtinTools } from './builtin/builtin-tools.js';
export type {
  Dialect,
  DialectCall,
  DialectEvent,
  DialectFacts,
  DialectMessage,
  DialectParser,
  DialectProblem,
  DialectResult,
  ParserOptions,
  ParserTool,
} from './dialect/dialect.js';
export { findDialect } from './dialect/find-dialect.js';
export { type ListedDialect, listDialects } from './dialect/list-dialects.js';
export { findNearMiss, type NearMiss } from './dialect/near-miss.js';
export {
  type PlacedProblem,
  type ReadCall,
  type ReadMessage,
  type ReadMessageOptions,
  readMessage,
} from './dialect/read-message.js';
export type { ConversationEvent, ImageRef } from './history/event.js';
export { promptDialect } from './model/known-models.js';
export { type ListedModel, listModels, type ModelServer } from './model/list-models.js';
export type { Carry, Image, Message, ModelCall } from './model/message.js';
export type {
  Model,
  ModelEvent,
  ModelFailure,
  ModelRequest,
  Retry,
  StopReason,
  ToolChoice,
  Usage,
} from './model/model.js';
export { type ModelSpec, openModel } from './model/open-model.js';
export { type ProbeOptions, probeModel } from './model/probe/probe-model.js';
export type { Finding, ProbeReport } from './model/probe/probe-report.js';
export { type PromptModeOptions, promptMode } from './model/prompt-mode.js';
export { type FromAiSdkOptions, fromAiSdk } from './model/provider/ai-sdk/from-ai-sdk.js';
export type { AiSdkModel } from './model/provider/ai-sdk/from-ai-sdk-types.js';
export { type AnthropicOptions, anthropicMessages } from './model/provider/anthropic/anthropic.js';
export { type GeminiOptions, geminiModel } from './model/provider/gemini/gemini.js';
export { guideModel } from './model/provider/guide.js';
export { type OllamaChatOptions, ollamaChat } from './model/provider/ollama/ollama.js';
export {
  listOllamaModels,
  type OllamaLookup,
  type OllamaModel,
  showOllamaModel,
} from './model/provider/ollama/ollama-models.js';
export { type PickOptions, pickOllamaModel } from './model/provider/ollama/ollama-pick.js';
export type { OllamaAddress } from './model/provider/ollama/ollama-server.js';
export type { OllamaTraits } from './model/provider/ollama/ollama-traits.js';
export { type OpenAiChatOptions, openAiChat } from './model/provider/openai/openai-chat.js';
export { type OpenAiResponsesOptions, openAiResponses } from './model/provider/openai/openai-responses.js';
export type { Api, Thinking } from './model/provider/protocol.js';
export type { RemoteOptions } from './model/provider/transport/remote-model.js';
export type { RetryOptions } from './model/provider/transport/retry.js';
export type { TargetOptions } from './model/provider/transport/target.js';
export { createPolicy } from './policy/create-policy.js';
export type { PolicyOptions } from './policy/frame.js';
export type {
  Decision,
  Judgement,
  Level,
  Mode,
  Places,
  Policy,
  PolicyInput,
  RuleOrigin,
  Verdict,
} from './policy/policy.js';
export type { Rule, RuleText } from './policy/rule/rule.js';
export { parseRuleList } from './policy/rule/rule-list.js';
export { suggestRule } from './policy/suggest-rule.js';
export { toolwrightProfile } from './profile/toolwright.js';
export type { RunLimits } from './run/env.js';
export type { RunDelta, RunEvent, Settlement } from './run/event.js';
export type { Answer, OnAsk, Question } from './run/question.js';
export type { Order } from './run/schedule.js';
export type { Coercion } from './schema/coerce.js';
export type { JsonSchema, LooseSchema } from './schema/json-schema.js';
export type { SessionEvent, SessionEventBody, SessionOpened, SessionRecord } from './session/event.js';
export type { SessionOptions } from './session/options.js';
export { openSession, type Session, type Turn } from './session/session.js';
export {
  deleteSession,
  findSession,
  listSessions,
  readSession,
  renderJsonLines,
  renderMarkdown,
  type SessionSummary,
  type StoredSession,
  summarizeSession,
  type TranscriptEntry,
  transcriptOf,
  unfinishedTurn,
} from './session/sessions.js';
export { createMemoryStore } from './store/memory.js';
export { openStore } from './store/open-store.js';
export type { BlobStore, Lease, NewEvent, Store, StoredEvent, StreamSummary, Verification } from './store/store.js';
export type { PlanContext, RunContext } from './tool/context.js';
export { defineTool, type ParametersSchema, type ToolSpec } from './tool/define-tool.js';
export type { Fact, FactKind } from './tool/fact.js';
export {
  type ErrorType,
  fail,
  isFailure,
  type Outcome,
  type ResultMetadata,
  type ToolFailure,
  type ToolResult,
} from './tool/outcome.js';
export type { Plan, PlanResult, Preview } from './tool/plan.js';
export type {
  AskPort,
  AskRequest,
  BlobPort,
  BlobWriter,
  ChangePort,
  DirectoryEntry,
  HeldDirectory,
  LogPort,
  Place,
  ProcessEnd,
  ProcessPort,
  ProcessRequest,
  SessionPort,
  StagedChange,
  WorkspacePort,
} from './tool/port.js';
export { createRegistry, type Offer, type OpenAiFunction, type Registry, toOpenAiFunctions } from './tool/registry.js';
export type { Capability, Tool, ToolDefinition, ToolLimits, ToolTraits } from './tool/tool.js';
