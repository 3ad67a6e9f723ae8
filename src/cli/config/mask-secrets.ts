import type { Json } from '../../base/json.js';
import { shownAddress } from '../../base/web-address.js';
import { isObject } from '../../config/json-path.js';

const secretName = /auth|key|token|cookie|secret|passw|credential|session|signature|jwt/i;

/**
 * The settings with the values of headers that look like secrets left out, and what stands behind `?` in addresses; `path`
 * says where `value` stands.
 */
export function maskSecrets(value: Json, path: readonly string[] = []): Json {
  const inHeaders = path[0] === 'providers' && path[2] === 'headers';
  if (inHeaders && path.length === 4) return secretName.test(path[3] ?? '') ? '***' : value;
  if (path[0] === 'providers' && path[2] === 'baseUrl' && typeof value === 'string') return shownAddress(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, maskSecrets(member, [...path, key])]));
}
