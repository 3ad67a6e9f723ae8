import type { LimitSettings } from '../agent/limits.js';
import { nearest } from '../base/nearest.js';
import { configSchema } from '../config/config-schema.js';
import type { GivenFlag } from '../config/managed-lock.js';
import { parseSettingValue } from '../config/setting-key.js';
import type { JsonSchema } from '../schema/json-schema.js';
import type { Invocation } from './command.js';
import { safeLine } from './safe-text.js';
import { usageError } from './usage-error.js';

const schemas: Readonly<Record<string, JsonSchema>> = configSchema.properties.limits.properties;

/** What `--limit rounds=40` and the like say; the last of a name counts. */
export function givenLimits(invocation: Invocation): LimitSettings {
  return Object.fromEntries(invocation.texts('limit').map(parseLimit)) as LimitSettings;
}

/** The same, to be held against what is managed. */
export const limitFlags = (limits: LimitSettings): readonly GivenFlag[] =>
  Object.entries(limits).map(([name, value]) => ({ flag: `--limit ${name}`, path: ['limits', name], value }));

function parseLimit(given: string): readonly [string, unknown] {
  const at = given.indexOf('=');
  const name = at === -1 ? given : given.slice(0, at);
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (schema === undefined || at === -1) {
    const near = schema === undefined ? nearest(name, Object.keys(schemas)) : undefined;
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    const names = Object.keys(schemas).join(', ');
    throw usageError(`--limit ${safeLine(given)}: use NAME=AMOUNT, as in rounds=40. The names are ${names}.${hint}`);
  }
  const parsed = parseSettingValue(given.slice(at + 1), schema, [name]);
  if (parsed.ok) return [name, parsed.value];
  throw usageError(`--limit ${safeLine(given)}: ${parsed.issues.map(({ message }) => safeLine(message)).join('; ')}.`);
}
