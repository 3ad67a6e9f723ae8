/** LocalHarness: its profile, the executor its hosts tick, and what programs take out of its sessions. */

export {
  type HarnessErrorType,
  type HarnessResult,
  harnessErrorTypes,
  renderHarnessMessage,
  renderHarnessResult,
} from '../../profile/local-harness/harness-result.js';
export { localHarnessProfile, tickedHarnessProfile } from '../../profile/local-harness/local-harness-profile.js';
export {
  type AppContext,
  type AppServices,
  type AppState,
  createHarnessTools,
  type HarnessOutcome,
  type HarnessToolSpec,
} from './app-context.js';
export { type DecisionQuery, type ExportedDecision, exportDecisions } from './export-decisions.js';
export {
  type ExportedResult,
  exportMessages,
  exportToolResults,
  type HarnessCall,
  type HarnessMessage,
} from './export-results.js';
export { type HotContext, hotContext, renderHotContext } from './hot-context.js';
export { type PermissionQuestion, renderPermissionPrompt } from './permission-prompt.js';
export { createToolExecutor, type ExecutorHost, type PermissionResponse, type ToolExecutor } from './tool-executor.js';
