import type { Json } from '../base/json.js';
import { isObject } from './json-path.js';
import type { ConfigIssue } from './problem.js';
import { checkWorkspaceHooks, checkWorkspaceServers } from './workspace-hooks.js';

/** Settings that loosen what protects the person: a workspace, which others may have written, never sets them. */
const never = [
  'profile',
  'sandbox',
  'sandboxLimits',
  'store',
  'probeLocalServers',
  'durable',
  'fsync',
  'grantDays',
  'keepHours',
  'limits',
  'prices',
  'rateLimits',
  'dynamicTools',
  'webSearch',
  'skills',
];
const modes: readonly Json[] = ['ask', 'plan'];
const allModes: readonly Json[] = [...modes, 'edit', 'auto'];
/** So few that a person who is asked sees where each of them leads. */
const maxProviders = 20;

/** What a workspace's config file sets and may not. */
export function checkWorkspaceRights(value: Json): readonly ConfigIssue[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { mode, providers, readBeforeWrite, hooks, mcpServers } = value as { readonly [key: string]: Json };
  const issues: ConfigIssue[] = never
    .filter((key) => Object.hasOwn(value, key))
    .map((key) => ({ path: [key], message: `${key} cannot be set by a workspace; set it in your own config.json` }));
  if (isObject(providers) && Object.keys(providers).length > maxProviders) {
    const message = `a workspace can set at most ${maxProviders} providers; put the others into your own config.json`;
    issues.push({ path: ['providers'], message });
  }
  if (readBeforeWrite === false) {
    const message = 'readBeforeWrite can be only true in a workspace; set it in your own config.json';
    issues.push({ path: ['readBeforeWrite'], message });
  }
  issues.push(...checkWorkspaceHooks(hooks), ...checkWorkspaceServers(mcpServers));
  if (mode === undefined || modes.includes(mode) || !allModes.includes(mode)) return issues;
  const message = `mode can be only ask or plan in a workspace, not ${String(mode)}; set it in your own config.json`;
  return [...issues, { path: ['mode'], message }];
}
