import { type Json, parseJson } from '../../base/json.js';
import { type EnvelopeAction, parseActionEnvelope } from '../../dialect/format/action-fence/action-envelope.js';

/** An action of an envelope, as Yips names its parts. */
export type AgentAction =
  | {
      readonly type: 'tool' | 'skill';
      readonly id: string;
      readonly name: string;
      readonly arguments: { readonly [name: string]: Json };
    }
  | {
      readonly type: 'subagent';
      readonly id: string;
      readonly ['task']: string;
      readonly context?: string;
      readonly allowedTools?: readonly string[];
      readonly maxRounds?: number;
    };

export interface AgentEnvelope {
  readonly assistantText: string;
  readonly actions: readonly AgentAction[];
  /** Ids that stand twice. */
  readonly warnings: readonly string[];
  /** Why nothing of it is run. */
  readonly errors: readonly string[];
  readonly envelopeFound: boolean;
}

/** Reads a message for the one envelope it may hold. Never throws. */
export function parseAgentEnvelope(text: string): AgentEnvelope {
  const { actions, ...rest } = parseActionEnvelope(text);
  return { ...rest, actions: actions.map(actionOf) };
}

function actionOf(action: EnvelopeAction): AgentAction {
  if (action.type === 'subagent') {
    const { work, ...rest } = action;
    return { ...rest, ['task']: work };
  }
  const parsed = parseJson(action.arguments);
  const args = parsed.ok ? parsed.value : {};
  return { ...action, arguments: args as { readonly [name: string]: Json } };
}
