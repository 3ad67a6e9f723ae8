import { parseJson } from '../../base/json.js';
import { cutEnd } from '../../base/text.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { PlanResult } from '../../tool/plan.js';
import { type HttpSpec, type RequestMade, requestFor } from './http-spec.js';
import { valuesOf } from './template.js';

const maxBytes = 1_000_000;
const timeoutMs = 30_000;
const maxErrorChars = 2000;

/** The facts of a request are those of any other that a tool sends. */
export async function planHttp(spec: HttpSpec, args: object, _ctx: PlanContext): Promise<PlanResult<RequestMade>> {
  const request = requestFor(spec, valuesOf(args));
  if (isFailure(request)) return request;
  const { planRequest } = await import('../../builtin/web/web-fetch-plan.js');
  const planned = planRequest(request);
  return isFailure(planned) ? planned : { ...planned, carry: request };
}

export async function runHttp(
  spec: HttpSpec,
  request: RequestMade,
  ctx: RunContext,
): Promise<{ readonly status: number; readonly data: unknown } | ToolFailure> {
  const headers = { accept: 'application/json, text/*;q=0.9, */*;q=0.5', ...request.headers };
  const response = await ctx.net.request({ ...request, headers, maxBytes, timeoutMs, signal: ctx.signal });
  if (isFailure(response)) return response;
  const text = new TextDecoder().decode(response.body);
  const { status } = response;
  if (status >= 400) {
    const { statusFailure } = await import('../../builtin/web/status-failure.js');
    return statusFailure(response, { status, data: cutEnd(text, maxErrorChars) });
  }
  const parsed =
    /json/i.test(response.headers['content-type'] ?? '') || spec.extract !== undefined ? parseJson(text) : undefined;
  if (spec.extract === undefined) return { status, data: parsed?.ok === true ? parsed.value : text };
  if (parsed?.ok !== true)
    return fail('parse_error', `The answer is no JSON, so that nothing can be taken out of it by ${spec.extract}.`, {
      status,
      data: cutEnd(text, maxErrorChars),
    });
  const found = extract(parsed.value, spec.extract);
  if (found === undefined)
    return fail('not_found', `The answer has nothing at ${spec.extract}.`, {
      status,
      data: cutEnd(text, maxErrorChars),
    });
  return { status, data: found };
}

function extract(value: unknown, path: string): unknown {
  let at = value;
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return at;
}
