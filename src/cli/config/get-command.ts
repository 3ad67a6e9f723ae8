import { valueAt } from '../../config/json-path.js';
import { refuseProblems } from '../../config/problem.js';
import { parseSettingKey } from '../../config/setting-key.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { type Host, isTerminal } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { readCommandConfig } from './command-config.js';
import { maskSecrets } from './mask-secrets.js';

/**
 * `toolwright config get KEY`: one setting as it is in force, for scripts: plain when it is a single value. With a problem
 * in a file nothing is in force.
 */
export async function getCommand(invocation: Invocation, host: Host): Promise<number> {
  const key = invocation.arguments[0] ?? '';
  const { config } = await readCommandConfig(invocation, host);
  const named = parseSettingKey(key, config.values);
  if (!named.ok) throw usageError(safeLine(named.message), 'config get');
  refuseProblems(config.problems);
  const value = valueAt(config.values, named.path) ?? (named.schema['default'] as string | boolean | undefined);
  if (value === undefined) {
    host.stderr.write(`${safeLine(key)} is not set.\n`);
    return exitCodes.usage;
  }
  if (typeof value !== 'object' && !invocation.flag('json')) {
    const text = String(value);
    host.stdout.write(`${isTerminal(host.stdout) ? safeLine(text) : text}\n`);
    return exitCodes.answered;
  }
  // A single header was asked for by its name; of several, secrets stay hidden.
  const shown = typeof value === 'object' ? maskSecrets(value, named.path) : value;
  host.stdout.write(`${renderJson(shown)}\n`);
  return exitCodes.answered;
}
