export {
  type SeedAgent,
  type SeedAgentId,
  type SeedGroup,
  seedAgents,
  seedGroups,
} from '../../profile/seed/seed-agents.js';
export {
  type SeedOption,
  type SeedRequest,
  type SeedResponse,
  seedContentKinds,
  seedKinds,
  seedOnAsk,
  seedPurposes,
} from '../../profile/seed/seed-interaction.js';
export { createSeedProfile, type SeedProfileOptions, seedProfile } from '../../profile/seed/seed-profile.js';
export {
  type ArtifactStore,
  fromSeedTool,
  type SeedTool,
  type SeedToolContext,
  type ToolCallRequest,
  type ToolCallResult,
  type ToolContext,
} from '../../profile/seed/seed-tool.js';
export { defaultSeedMode, type SeedMode, type SeedServer, seedModes } from '../../profile/seed/seed-vocabulary.js';
export {
  nextStatus,
  refusalOf,
  type SeedTaskEvent,
  type SeedTaskStatus,
  seedTaskEvents,
  seedTaskStatuses,
} from '../../profile/seed/task-state.js';
export { type AuditLogOptions, createAuditLog, type SeedAuditLog } from './audit-log.js';
export { type SeedAuditRow, seedAuditRows } from './seed-audit.js';
export { createSeedBus, type SeedBus, type SeedBusEvent, type SeedBusOptions } from './seed-bus.js';
export { createSeedOutputs, type SeedOutput, seedOutputKinds } from './seed-output.js';
export { createSeedRuntime, type SeedRuntime } from './seed-runtime.js';
export { createSeedTask, type SeedTask } from './seed-task.js';
export { createTaskView, type SeedTaskRow, seedTaskRows, type TaskView } from './task-view.js';
export { ToolExecutor, type ToolExecutorOptions } from './tool-executor.js';
export {
  filterRegistry,
  type RegisteredTool,
  registerBuiltinTools,
  registerSubtaskTools,
  ToolRegistry,
} from './tool-registry.js';
export { createSeedUiBus, type SeedUiBusOptions, type SeedUiEvent } from './ui-bus.js';
