import { parseSettingKey, parseSettingValue } from '../../config/setting-key.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { editSetting } from './edit-setting.js';

/** `toolwright config set KEY VALUE`. */
export function setCommand(invocation: Invocation, host: Host): Promise<number> {
  const [key = '', word = ''] = invocation.arguments;
  return editSetting(invocation, host, (held) => {
    const named = parseSettingKey(key, held);
    if (!named.ok) throw usageError(safeLine(named.message), 'config set');
    const parsed = parseSettingValue(word, named.schema, named.path);
    if (parsed.ok) return { path: named.path, value: parsed.value };
    const why = parsed.issues.map(({ message }) => message).join('; ');
    throw usageError(`Nothing was written: ${safeLine(why)}`, 'config set');
  });
}
