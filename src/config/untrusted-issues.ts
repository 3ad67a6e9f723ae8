import type { Json } from '../base/json.js';
import { parsePathPattern } from '../policy/rule/path-pattern.js';
import { isObject } from './json-path.js';
import type { ConfigIssue } from './problem.js';

/** The patterns under `untrusted` that cannot be read. */
export function untrustedIssues(value: Json): readonly ConfigIssue[] {
  const list = isObject(value) && Array.isArray(value['untrusted']) ? (value['untrusted'] as readonly Json[]) : [];
  return list.flatMap((pattern, at) => {
    const parsed = typeof pattern === 'string' ? parsePathPattern(pattern) : undefined;
    if (parsed === undefined || parsed.ok) return [];
    return [{ path: ['untrusted', String(at)], message: `untrusted.${at} is no pattern of paths: ${parsed.message}` }];
  });
}
