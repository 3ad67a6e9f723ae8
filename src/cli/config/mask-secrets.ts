import type { Json } from '../../base/json.js';
import { shownAddress } from '../../base/web-address.js';
import { isObject } from '../../config/json-path.js';

const secretName = /auth|key|token|cookie|secret|passw|credential|session|signature|jwt/i;

/**
 * The settings with what looks like a secret left out: values of headers, of variables for MCP servers and of their clients,
 * and what stands behind `?` in addresses; `path` says where `value` stands.
 */
export function maskSecrets(value: Json, path: readonly string[] = []): Json {
  const inHeaders = path[0] === 'providers' && path[2] === 'headers';
  const inServer = path[0] === 'mcpServers' && ['headers', 'env', 'oauth'].includes(path[2] ?? '');
  if ((inHeaders || inServer) && path.length === 4)
    return secretName.test(path[3] ?? '') && !isReference(value) ? '***' : value;
  if (path[0] === 'providers' && path[2] === 'baseUrl' && typeof value === 'string') return shownAddress(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, maskSecrets(member, [...path, key])]));
}

/** A value that is only the name of a variable, with words before it. */
const isReference = (value: Json): boolean => typeof value === 'string' && /^[A-Za-z ]*\$\{\w+\}$/.test(value);
