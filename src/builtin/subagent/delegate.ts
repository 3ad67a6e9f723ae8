import { firstLine, plural } from '../../base/text.js';
import type { AgentInfo } from '../../tool/child.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolFailure } from '../../tool/outcome.js';
import { traits } from '../traits.js';
import { agentWords } from './agent-words.js';
import { type DelegateResult, parameters, result } from './delegate-schema.js';

export const delegate = createDelegate();

/** A tool that has a subagent do something, and waits for what it says. */
export function createDelegate({ agents = [] }: { readonly agents?: readonly AgentInfo[] } = {}) {
  return defineTool({
    ...traits.delegate,
    name: 'delegate',
    title: 'Delegate',
    description: `Has a subagent do a part of the work in a session of its own, and answers with its last message. It knows nothing but the prompt (context: summary or full gives it the conversation) and has at most your own rights. With result_schema it answers in JSON.${agentWords(agents)}`,
    parameters,
    result,
    // As long as it takes: it has rounds and a budget of its own.
    limits: { timeoutMs: Number.POSITIVE_INFINITY },
    async run(args, ctx): Promise<DelegateResult | ToolFailure> {
      const { runDelegate } = await import('./run-delegate.js');
      return runDelegate(args, ctx);
    },
    display: ({ agent, status, rounds, text }) =>
      `${agent}: ${status}, ${plural(rounds, 'round')}${text === undefined ? '' : `: ${firstLine(text)}`}`,
  });
}
