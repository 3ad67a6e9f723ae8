export type { ApprovalChoice, ApprovalEffect, ApprovalStyle } from './agent/approval-style.js';
export type {
  Chains,
  CompactionMiddleware,
  ContextMiddleware,
  ModelMiddleware,
  SeenAnswer,
  SeenCompaction,
  SeenRequest,
} from './agent/chains.js';
export type { AgentDelta, AgentEvent, ModelAsked, Repair, TurnEnd, TurnReason } from './agent/event.js';
export type { Instructions } from './agent/instructions.js';
export type { AtLimit, LimitName, LimitSettings, LimitWords, TurnLimits } from './agent/limits.js';
export type { Meter, Spent } from './agent/meter.js';
export { offeredChoices, type ParsedApproval, parseApproval } from './agent/parse-approval.js';
export type { Price, Prices } from './agent/price.js';
export type { Profile, ProfileLimits, SystemContext } from './agent/profile.js';
export type { UserMessage } from './agent/user-message.js';
export type { Clock } from './base/clock.js';
export { type ErrorCode, isToolwrightError, ToolwrightError } from './base/error.js';
export { version } from './base/version.js';
export { builtinTools } from './builtin/builtin-tools.js';
export type { CuratorOptions } from './builtin/curator/create-curator.js';
export type { CuratorMode } from './builtin/curator/curator-prompt.js';
export type { ChangeBody, ChangeOperation, UndoBody } from './change/event.js';
export type { JournalChange } from './change/journal.js';
export type { ListedChange, ListedPath } from './change/list-changes.js';
export type { UndoEnd, UndoPreview } from './change/undo.js';
export type { UndoWhat } from './change/undo-choice.js';
export type { RevertedPath } from './change/undo-inspection.js';
export type { ThreeVersions, ToldObstacle } from './change/undo-obstacle.js';
export type {
  ChosenModel,
  ClientPort,
  EventPage,
  InstructionFile,
  OpenRequest,
  PortError,
  ProfileFacts,
  QuestionAnswer,
  Reply,
  RevertReply,
  RewindReply,
  RewindRequest,
  RunningCall,
  SessionPage,
  SessionQuery,
  SessionState,
  SettingsChange,
  StartedCall,
  StartedTurn,
  Told,
  ToolEntry,
  TurnNow,
  WaitingQuestion,
  WatchPlace,
} from './client/client-port.js';
export type { HostedSession, LocalHostOptions } from './client/host-table.js';
export { clientOf, createLocalHost, type LocalHost } from './client/local-host.js';
export { readRecord } from './client/read-record.js';
export { unwrap } from './client/reply.js';
export { type SessionWatch, watchSession } from './client/watch-session.js';
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
export type { Agent, AgentFile } from './extend/agent/agent.js';
export type { AgentProblem } from './extend/agent/known-agents.js';
export { type ListedAgent, listAgents } from './extend/agent/list-agents.js';
export type { Extension, ExtensionHost } from './extend/extension.js';
export type { HookEnded, HookEvent, HookStatus } from './extend/hook/event.js';
export type { Hook, HookPoint } from './extend/hook/hook.js';
export type { SkillActivated, SkillEvent } from './extend/skill/event.js';
export type { FoundSkills } from './extend/skill/find-skills.js';
export { type ListSkillsOptions, listSkills } from './extend/skill/list-skills.js';
export type { Skill, SkillFields, SkillIssue, SkillOptions, SkillOrigin, SkillPlace } from './extend/skill/skill.js';
export { createSkills } from './extend/skill/skills.js';
export type {
  ConversationEvent,
  HistoryCompacted,
  KeptRequest,
  ReceivedMessage,
  Summary,
} from './history/event.js';
export type { TodoWords } from './history/render-todos.js';
export type { Shortened } from './history/shorten.js';
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
export { noModel } from './model/provider/no-model.js';
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
export type { RemoteOptions, VendorOptions } from './model/provider/transport/remote-model.js';
export type { RetryOptions } from './model/provider/transport/retry.js';
export type { TargetOptions } from './model/provider/transport/target.js';
export { createPolicy, type GrantingOptions } from './policy/create-policy.js';
export type { PolicyOptions } from './policy/fixed-judgements.js';
export type { Grant, GrantEvent, GrantOffer, GrantOrigin, GrantScope } from './policy/grant/grant.js';
export type { GrantSource } from './policy/grant/granted-rules.js';
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
export type { Taint, TaintEvent, TaintSource } from './policy/taint/taint.js';
export { astraApproval, astraLimits } from './profile/astra/astra-data.js';
export { findProfile, isProfileName, type ProfileName, profileNames } from './profile/find-profile.js';
export { localHarnessApproval, localHarnessLimits } from './profile/local-harness/local-harness-data.js';
export { seedApproval, seedLimits, seedSearchLimits } from './profile/seed/seed-data.js';
export {
  answerOfSeed,
  type SeedOption,
  type SeedRequest,
  type SeedResponse,
  seedContentKinds,
  seedKinds,
  seedOnAsk,
  seedPurposes,
  seedRequest,
} from './profile/seed/seed-interaction.js';
export { toolwrightApproval, toolwrightProfile } from './profile/toolwright.js';
export { toolwrightLimits } from './profile/toolwright-limits.js';
export { yAgentApproval, yAgentLimits } from './profile/y-agent/y-agent-data.js';
export { yipsApproval, yipsLimits } from './profile/yips/yips-data.js';
export type { RunLimits } from './run/env.js';
export type {
  CommandEnded,
  CommandEvent,
  CommandStarted,
  RunDelta,
  RunEvent,
  Settlement,
  TodosChanged,
} from './run/event.js';
export type { LoopPattern, LoopRules, LoopThreshold } from './run/guard/loop-rules.js';
export type { RateLimits } from './run/guard/rate-limiter.js';
export type { BeforeAnswer, CallResult, EndedCall, Middleware, MiddlewareCall } from './run/middleware.js';
export type { Answer, AnswerOrigin, OnAsk, Question } from './run/question.js';
export type { Order } from './run/schedule.js';
export type { StoreWaiting } from './run/store-wait.js';
export type { ProcessLimits } from './sandbox/confinement.js';
export type { Coercion } from './schema/coerce.js';
export type { JsonSchema, LooseSchema } from './schema/json-schema.js';
export type { AuditKind, AuditRow } from './session/audit/audit-row.js';
export { type AuditQuery, readAudit } from './session/audit/read-audit.js';
export { type StreamProof, type VerifyRecordOptions, verifyRecord } from './session/audit/verify-record.js';
export type { CalledTurn } from './session/called-turn.js';
export { type DeletedSession, deleteSession } from './session/delete-session.js';
export type {
  ModeChanged,
  SessionEvent,
  SessionEventBody,
  SessionForked,
  SessionOpened,
  SessionRecord,
  SessionRepaired,
} from './session/event.js';
export { createExitMask, type ExitMask } from './session/exit-mask.js';
export { renderJsonLines, renderMarkdown } from './session/export-session.js';
export { type ForkOptions, forkSession } from './session/fork-session.js';
export { type GrantRecord, type GrantState, grantState, listGrants, revokeGrants } from './session/grant-records.js';
export { type KeptCommand, listKeptCommands, readKeptOutput, stopKeptCommand } from './session/kept-commands.js';
export type { ListedTool, ToolState } from './session/listed-tool.js';
export { openStore } from './session/open-store.js';
export type { SessionOptions } from './session/options.js';
export { repairSession } from './session/repair-session.js';
export type { Difference } from './session/replay/compare-events.js';
export { redactSession } from './session/replay/redact-session.js';
export { type ReplayOptions, type ReplayReport, replaySession } from './session/replay/replay-session.js';
export { openSession, type Session } from './session/session.js';
export type { SessionCommand } from './session/session-commands.js';
export type { SessionTerminal } from './session/session-terminals.js';
export {
  findSession,
  listSessions,
  readSession,
  type SessionSummary,
  type StoredSession,
  summarizeSession,
} from './session/sessions.js';
export type { Turn } from './session/start-turn.js';
export { type TranscriptEntry, transcriptOf, unfinishedTurn } from './session/transcript.js';
export {
  type RedoOptions,
  type Revert,
  readChanges,
  revertStored,
  type UndoOptions,
} from './session/undo-changes.js';
export { createMemoryStore } from './store/memory.js';
export { type RescuedStream, rescueStore } from './store/rescue-store.js';
export type {
  BlobStore,
  EventQuery,
  FoundEvent,
  Lease,
  NewEvent,
  RecordedDeletion,
  SetAsideEvent,
  Store,
  StoredEvent,
  StreamRepair,
  StreamSummary,
  Verification,
  VerifyOptions,
} from './store/store.js';
export { type LocalHarnessDecision, localHarnessDecision } from './systems/local-harness/export-decisions.js';
export {
  createStateView,
  type StateHost,
  type StateView,
  type TickResult,
} from './systems/local-harness/state-view.js';
export type { ExecutorState, ViewedCall } from './systems/local-harness/view-state.js';
export { renderSeedAudit, type SeedAuditRow, seedAuditRows } from './systems/seed/seed-audit.js';
export { createSeedBus, type SeedBus, type SeedBusEvent, type SeedBusOptions } from './systems/seed/seed-bus.js';
export type { BackgroundCommand, BackgroundPort, CommandEnd, CommandNews, CommandStart } from './tool/background.js';
export type { CatalogEntry } from './tool/catalog/catalog-entry.js';
export type { Exposure, ExposureSettings } from './tool/catalog/exposure.js';
export type { PlanContext, RunContext } from './tool/context.js';
export type { ChosenLines, CuratedFile, CuratorPort } from './tool/curator.js';
export { defineTool, type ParametersSchema, type ToolSpec } from './tool/define-tool.js';
export type { Fact, FactKind } from './tool/fact.js';
export type { ModelPort, ModelQuestion, SpokenMessage } from './tool/model-port.js';
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
  Answered,
  AskPort,
  AskRequest,
  BlobPort,
  BlobWriter,
  ChangePort,
  DirectoryEntry,
  FilledForm,
  FormField,
  FormRequest,
  FormValue,
  HeldDirectory,
  LogPort,
  Place,
  ProcessEnd,
  ProcessPort,
  ProcessProfile,
  ProcessRequest,
  ProcessStart,
  Review,
  RunningProcess,
  SessionPort,
  StagedChange,
  TerminalSize,
  WorkspacePort,
} from './tool/port.js';
export { createRegistry, type Offer, type OpenAiFunction, type Registry, toOpenAiFunctions } from './tool/registry.js';
export type {
  ScreenWait,
  Terminal,
  TerminalPort,
  TerminalRun,
  TerminalRunEnd,
  TerminalScreen,
  TerminalStart,
} from './tool/terminal.js';
export type { Todo, TodoPort, TodoStatus } from './tool/todo.js';
export type {
  Capability,
  Enclosure,
  ImageRef,
  Rate,
  Tool,
  ToolDefinition,
  ToolLimits,
  ToolTraits,
} from './tool/tool.js';
export type { ScopeFolders, WorkspaceScopes } from './workspace/scopes.js';
