import { isToolwrightError, messageOf } from '../../base/error.js';
import type { LoadedConfig } from '../../config/open-config.js';
import { listModels } from '../../model/list-models.js';
import type { HealthItem } from '../../session/health/health-item.js';
import { chooseSpec, modelFlags } from '../choose-model.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';

const part = 'model';
const timeoutMs = 8000;

/** Which model would answer, why, and whether its server does. */
export async function checkModel(invocation: Invocation, host: Host, config: LoadedConfig): Promise<HealthItem> {
  if (config.problems.length > 0)
    return { part, state: 'warn', says: 'not looked at: the config has to be corrected first' };
  try {
    const { spec, why } = await chooseSpec(modelFlags(invocation), { config, env: host.env, probeTimeoutMs: 3000 });
    if (spec === undefined) {
      const todo = 'Start a model server, set an API key, or name a model: toolwright config set model PROVIDER/NAME';
      return { part, state: 'warn', says: `the guide. ${why}`, todo };
    }
    const name = `${spec.provider}/${spec.model}`;
    const got = await listModels(spec, { timeoutMs });
    if ('failure' in got) return { part, state: 'bad', says: `${name}: ${got.failure.message}` };
    if (got.models.some((model) => isNamed(model.name, spec.model)))
      return { part, state: 'ok', says: `${name}. ${why}` };
    const todo = `Its server does not list it; those it has: toolwright models${spec.api === 'ollama' ? `, or bring it: ollama pull ${spec.model}` : ''}`;
    // Ollama lists all it has; others may serve what they do not list.
    return { part, state: spec.api === 'ollama' ? 'bad' : 'warn', says: `${name}. ${why}`, todo };
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    return { part, state: 'bad', says: messageOf(error).replace(/\nSee: .*$/, '') };
  }
}

/** Servers list some models by more than their usual name: with a tag (Ollama), or with a date (Anthropic). */
const isNamed = (listed: string, name: string): boolean =>
  listed === name || (listed.startsWith(name) && /^(?::latest|-\d{8})$/.test(listed.slice(name.length)));
