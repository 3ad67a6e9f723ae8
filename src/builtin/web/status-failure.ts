import type { NetResponse } from '../../tool/net.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';

/** An answer that says no, with the beginning of what it says. */
export function statusFailure({ status, url, headers }: NetResponse, data: unknown): ToolFailure {
  const { host } = new URL(url);
  const [errorType, what] = meaningOf(status);
  const later = /^\d{1,6}$/.test(headers['retry-after'] ?? '') ? ` It says to wait ${headers['retry-after']} s.` : '';
  return fail(errorType, `${host} answered with status ${status}: ${what}${later}`, data);
}

function meaningOf(status: number): readonly [ToolFailure['errorType'], string] {
  if (status === 404 || status === 410)
    return ['not_found', 'there is no such page. Check the address, or search for it.'];
  if (status === 401 || status === 403 || status === 407)
    return ['permission_denied', 'it does not let everybody in. Use another source, or ask the person.'];
  if (status === 408 || status === 504) return ['timeout', 'it took too long. Try again later.'];
  if (status === 429) return ['rate_limited', 'there were too many requests. Wait before you ask it again.'];
  if (status >= 500) return ['io_error', 'the server failed. Try again later, or use another source.'];
  return ['io_error', 'it does not take this request. Change it, or use another source.'];
}
