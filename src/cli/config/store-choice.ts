import { flagsAgainstLocks } from '../../config/managed-lock.js';
import type { LoadedConfig } from '../../config/open-config.js';
import { storeSetting } from '../../config/store-setting.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';
import { usageError } from '../usage-error.js';

/** A command line whose `--store` is what the settings say when it was not given. */
export function storeChoice(
  invocation: Pick<Invocation, 'text'>,
  config: LoadedConfig,
  env: Host['env'],
): Pick<Invocation, 'text'> {
  const given = invocation.text('store');
  const [against] = flagsAgainstLocks(config, [{ flag: '--store', path: ['store'], value: given }]);
  if (against !== undefined) throw usageError(against);
  return { text: (name) => (name === 'store' ? (given ?? storeSetting(config, env)) : invocation.text(name)) };
}
