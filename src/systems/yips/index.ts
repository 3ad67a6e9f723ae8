export type { ActionResult, ActionStatus } from '../../profile/yips/action-results.js';
export { yipsProfile } from '../../profile/yips/yips-profile.js';
export { type ActionRiskAssessment, assessYips } from '../../profile/yips/yips-vocabulary.js';
export {
  type ChatRequestMessage,
  composeChatRequestMessages,
  TOOL_PROTOCOL_SYSTEM_PROMPT,
} from './compose-messages.js';
export { type AgentAction, type AgentEnvelope, parseAgentEnvelope } from './parse-agent-envelope.js';
export {
  type AgentTurnListener,
  type AgentTurnResult,
  type AgentWarning,
  type AgentWarningCode,
  runAgentTurn,
} from './run-agent-turn.js';
