import { ToolwrightError } from '../base/error.js';
import { runCommand } from '../builtin/shell/run-command.js';
import type { Decision, Policy } from '../policy/policy.js';
import type { AnswerOrigin } from '../run/question.js';
import { type CalledTurn, startCall } from './called-turn.js';
import type { SessionCore } from './session-core.js';

export interface PersonCommand {
  readonly command: string;
  /** The model reads of it and of its output with its next request; else nothing of it is ever sent. */
  readonly tell: boolean;
  readonly origin: AnswerOrigin;
}

/**
 * Runs a command line that the person gave themselves, in a turn of its own: nobody is asked whether it may, and no
 * mode keeps it from running. What anything else denies stays denied, it is confined as any command, and it is recorded and can be undone.
 */
export function runPersonCommand(core: SessionCore, { command, tell, origin }: PersonCommand): CalledTurn {
  const { tools, judges } = core.env;
  if (core.conversation.history.openCalls.length > 0)
    throw new ToolwrightError('session-busy', 'Calls of the last turn are open: resume it first, or stop it.');
  const { name } = runCommand;
  const env = {
    ...core.env,
    tools: { ...tools, metaTools: new Map([...(tools.metaTools ?? []), [name, runCommand]]) },
    judges: { ...judges, policy: askedAlready(judges.policy) },
  };
  const text = tell ? `[${origin.who} runs a command, by ${origin.from}]` : undefined;
  return startCall({ ...core, env }, { name, args: { command }, caller: origin, text });
}

/** Whoever gives the command has said yes to it. */
function askedAlready(policy: Policy): Policy {
  return {
    decide(input) {
      const decision = policy.decide(input);
      return decision instanceof Promise ? decision.then(allowAsked) : allowAsked(decision);
    },
  };
}

function allowAsked(decision: Decision): Decision {
  const { verdict, level, reasons, because = [] } = decision;
  const byMode = because.every((one) => one.verdict !== 'deny' || one.source === 'mode');
  if (verdict !== 'ask' && !(verdict === 'deny' && because.length > 0 && byMode)) return decision;
  const reason = 'the person runs it';
  return {
    verdict: 'allow',
    level,
    reasons: [reason, ...reasons],
    because: [{ verdict: 'allow', source: 'person', reason }],
  };
}
