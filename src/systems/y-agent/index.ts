export { type ErrorCode, errorCodes } from '../../profile/y-agent/result.js';
export { type ToolCallingMode, toolCallingMode } from '../../profile/y-agent/speak.js';
export {
  categories,
  categoryOf,
  type ToolCategory,
  type ToolDefinition,
  taxonomy,
  toolDefinition,
} from '../../profile/y-agent/taxonomy.js';
export type { YAgentPermissions } from '../../profile/y-agent/y-agent-permissions.js';
export { yAgentProfile, yAgentProfileWith } from '../../profile/y-agent/y-agent-profile.js';
export { type ParsedToolCall, type ParsedToolCalls, parse_tool_calls } from './parse-tool-calls.js';
export {
  type ActivationOptions,
  createToolActivationSet,
  type ToolActivationSet,
} from './tool-activation-set.js';
export { type MiddlewareContext, type ToolMiddleware, toolMiddleware } from './tool-middleware.js';
export { truncate_tool_result } from './truncate-tool-result.js';
