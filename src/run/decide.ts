import { messageOf } from '../base/error.js';
import { following, guarded, type MaybePromise } from '../base/maybe-promise.js';
import { type Decision, levels } from '../policy/policy.js';
import type { Tool } from '../tool/tool.js';
import type { CallInput, CallState } from './call.js';
import type { RunEnv } from './env.js';
import { inTime } from './in-time.js';

type Deciding = Extract<CallState, { stage: 'decide' }>;

/** The verdict on what the call would do. A policy that fails has not allowed anything. */
export function decideCall({ call, tool, args, plan }: Deciding, env: RunEnv): MaybePromise<CallInput> {
  const mode = env.judges.mode();
  const riskMode = env.judges.riskMode?.();
  const sandboxed = isConfined(tool, env);
  const decided = (decision: Decision): CallInput => ({
    type: 'decided',
    decision: env.judges.anew?.(readable(decision), call) ?? readable(decision),
    mode,
    riskMode,
    sandboxed,
  });
  const failed = (error: unknown): CallInput =>
    decided({ verdict: 'deny', level: 'critical', reasons: [`the policy failed: ${messageOf(error)}`] });
  const { policy, profileName: profile } = env.judges;
  const { facts } = plan;
  const { sources: taint } = env.judges.taint;
  const tainted = taint.length > 0;
  // Written out twice: a copy for every call costs more than the rest of this.
  const decide = (): MaybePromise<Decision> =>
    profile === undefined
      ? policy.decide({ tool, facts, args, mode, sandboxed, tainted, taint })
      : policy.decide({ tool, facts, args, mode, sandboxed, tainted, taint, profile });
  const end = guarded(() => following(decide(), decided), failed);
  return end instanceof Promise ? inTime(end, { call, env, what: 'the policy did not decide' }) : end;
}

/** Whether the processes of a tool are confined. One that does not ask for the port starts them itself, if it does. */
export const isConfined = ({ capabilities }: Pick<Tool, 'capabilities'>, { ports }: Pick<RunEnv, 'ports'>): boolean =>
  ports.process.sandboxed && capabilities.includes('process');

/** Policies of others are not compiled with ours. What is no decision throws, and so denies. */
function readable({ verdict, level, reasons, because }: Decision): Decision {
  if (Array.isArray(reasons) && levels.includes(level)) {
    return Array.isArray(because) ? { verdict, level, reasons, because } : { verdict, level, reasons };
  }
  const known = levels.includes(level) ? level : 'critical';
  return { verdict, level: known, reasons: [reasons ?? []].flat().map(String) };
}
