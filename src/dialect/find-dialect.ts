import { ToolwrightError } from '../base/error.js';
import type { Dialect } from './dialect.js';
import { hermes } from './hermes.js';

const dialects: readonly Dialect[] = [hermes];

export function findDialect(name: string): Dialect {
  const found = dialects.find((dialect) => dialect.name === name);
  if (found !== undefined) return found;
  const names = dialects.map((dialect) => dialect.name).join(', ');
  throw new ToolwrightError('bad-option', `There is no dialect named ${JSON.stringify(name)}. Use one of: ${names}.`);
}
