import { messageOf } from '../base/error.js';
import { following, guarded, type MaybePromise } from '../base/maybe-promise.js';
import { type Fact, factKinds } from '../tool/fact.js';
import { isFailure } from '../tool/outcome.js';
import type { Plan, PlanResult } from '../tool/plan.js';
import type { Tool } from '../tool/tool.js';
import { undeclaredPlan } from '../tool/undeclared-plan.js';
import type { CallInput, CallState } from './call.js';
import { CallContext, resultLimit } from './call-context.js';
import type { RunEnv } from './env.js';
import { inTime } from './in-time.js';
import { refused } from './not-started.js';

type Plannable = Extract<CallState, { stage: 'plan' | 'execute' }>;

/** What the call would do, told by its tool; asked for again when the call has waited for an approval. */
export function planCall(state: Plannable, env: RunEnv): MaybePromise<CallInput> {
  const { tool } = state;
  const { prepare } = env.ports.process;
  // Policy goes by whether processes are confined.
  if (prepare !== undefined && tool.capabilities.includes('process')) {
    const prepared = prepare().then(
      () => planWith(state, env),
      (error: unknown) => planThrew(tool, error),
    );
    return inTime(prepared, { call: state.call, env, what: 'the sandbox was not ready' });
  }
  return planWith(state, env);
}

function planWith(state: Plannable, env: RunEnv): MaybePromise<CallInput> {
  const { tool, args, call } = state;
  if (tool.plan === undefined) return planned(state, undeclaredPlan(tool));
  const ctx = new CallContext(env, call, resultLimit(tool, env));
  const end = guarded(
    () => following(tool.plan?.(args, ctx), (plan) => planned(state, plan)),
    (error) => planThrew(tool, error),
  );
  if (!(end instanceof Promise)) return end;
  return inTime(end, { call, env, what: `${tool.name} did not finish its plan`, onStop: () => ctx.abort() });
}

function planned({ call, args, coercions }: Plannable, plan: PlanResult | undefined): CallInput {
  if (isFailure(plan)) return { type: 'refused', failure: plan };
  if (!isPlan(plan)) throw new Error('its plan has no facts and preview');
  const exact = coercions.length === 0 ? call.arguments : JSON.stringify(args);
  return { type: 'planned', plan, identity: { name: call.name, arguments: exact, basis: plan.basis } };
}

/** Tools of others are not compiled with ours: policy must be able to rely on what it judges. */
function isPlan(plan: Partial<Plan> | undefined): plan is Plan {
  if (!Array.isArray(plan?.facts) || !isPreview(plan.preview)) return false;
  return plan.facts.every((fact: Partial<Fact>) => factKinds.some((kind) => kind === fact?.kind));
}

function isPreview(preview: Partial<Record<string, unknown>> | undefined): boolean {
  const text = { arguments: '', text: preview?.['text'], diff: preview?.['diff'], command: preview?.['command'] };
  return typeof text[preview?.['kind'] as keyof typeof text] === 'string';
}

function planThrew(tool: Tool, error: unknown): CallInput {
  const message = `${tool.name} failed while planning: ${messageOf(error)}. This is a defect of the tool; try another way.`;
  return refused('internal_error', message);
}
