import { isObject } from '../wire.js';

/** An error that came within a stream, with the status it would have had as an answer of its own. */
export function statusOfError(error: unknown): unknown {
  if (!isObject(error)) return error;
  const { type } = error;
  const status = typeof type === 'string' ? statuses[type] : undefined;
  return status === undefined ? error : { ...error, status };
}

/** https://platform.claude.com/docs/en/api/errors */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};
