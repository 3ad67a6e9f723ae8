import { messageOf } from '../base/error.js';
import { type Decision, levels } from '../policy/policy.js';
import type { CallInput, CallState } from './call.js';
import type { RunEnv } from './env.js';
import { inTime } from './in-time.js';

type Deciding = Extract<CallState, { stage: 'decide' }>;

/** The verdict on what the call would do. A policy that fails has not allowed anything. */
export function decideCall({ call, tool, plan }: Deciding, env: RunEnv): CallInput | Promise<CallInput> {
  const mode = env.mode();
  const decided = (decision: Decision): CallInput => ({ type: 'decided', decision: readable(decision), mode });
  const failed = (error: unknown): CallInput =>
    decided({ verdict: 'deny', level: 'critical', reasons: [`the policy failed: ${messageOf(error)}`] });
  try {
    const decision = env.policy.decide({ tool, facts: plan.facts, mode, sandboxed: env.ports.process.sandboxed });
    if (!(decision instanceof Promise)) return decided(decision);
    return inTime(decision.then(decided).catch(failed), { call, env, what: 'the policy did not decide' });
  } catch (error) {
    return failed(error);
  }
}

/** Policies of others are not compiled with ours. What is no decision throws, and so denies. */
function readable({ verdict, level, reasons }: Decision): Decision {
  if (Array.isArray(reasons) && levels.includes(level)) return { verdict, level, reasons };
  return { verdict, level: levels.includes(level) ? level : 'critical', reasons: [reasons ?? []].flat().map(String) };
}
