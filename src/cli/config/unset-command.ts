import type { Json } from '../../base/json.js';
import { parsePointer, valueAt } from '../../config/json-path.js';
import { parseSettingKey } from '../../config/setting-key.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { editSetting } from './edit-setting.js';

/** `toolwright config unset KEY`. */
export function unsetCommand(invocation: Invocation, host: Host): Promise<number> {
  const key = invocation.arguments[0] ?? '';
  return editSetting(invocation, host, (held, { file }) => {
    const path = pathIn(held, key);
    if (valueAt(held, path) !== undefined) return { path, value: undefined };
    throw usageError(`${safeLine(key)} is not set in ${safeLine(file)}.`, 'config unset');
  });
}

/** A key that is no setting can be taken out too, if it stands there. */
function pathIn(held: Json, key: string): readonly string[] {
  const named = parseSettingKey(key, held);
  if (named.ok) return named.path;
  const literal = parsePointer(key) ?? key.split('.');
  if (valueAt(held, literal) !== undefined) return literal;
  throw usageError(safeLine(named.message), 'config unset');
}
