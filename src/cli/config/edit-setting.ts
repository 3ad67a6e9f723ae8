import { isToolwrightError, ToolwrightError } from '../../base/error.js';
import type { Json } from '../../base/json.js';
import { parseConfigText } from '../../config/config-text.js';
import { parsePointer, renderPointer, valueAt } from '../../config/json-path.js';
import { planEdit } from '../../config/plan-edit.js';
import { parseSettingKey, parseSettingValue, renderSettingKey } from '../../config/setting-key.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { readCommandConfig } from './command-config.js';
import { type EditTarget, withEditTarget } from './edit-target.js';
import { maskSecrets } from './mask-secrets.js';

/** A setting to be set, or taken out when there is no value. */
interface ChosenEdit {
  readonly path: readonly string[];
  readonly value: Json | undefined;
}

/**
 * Changes one setting in the user's file, or with --workspace in the workspace's. `choose` is told what the file holds
 * now. Nothing is written when the result would not be sound.
 */
export async function editSetting(
  invocation: Invocation,
  host: Host,
  choose: (held: Json, target: EditTarget) => ChosenEdit,
): Promise<number> {
  const done = await withEditTarget(invocation, host, async (target) => {
    const parsed = parseConfigText(target.text ?? '{}');
    if (!parsed.ok) throw new ToolwrightError('bad-config', `${target.file}:${parsed.line}: ${parsed.message}`);
    const chosen = choose(parsed.read.value, target);
    const planned = planEdit({ ...target, ...chosen });
    if (!planned.ok) {
      const why = planned.problems.map(({ message }) => message).join('; ');
      throw usageError(`Nothing was written: ${safeLine(why)}`, 'config');
    }
    const note = await target.write(planned.text);
    host.stderr.write(`${renderEdit(chosen)} ${safeLine(target.file)}\n${note === undefined ? '' : `${note}\n`}`);
    if (planned.problems.length > 0)
      host.stderr.write('Other settings in it are wrong; `toolwright config check` lists them.\n');
    return { path: chosen.path, file: target.file };
  });
  await tellWhatBeatsIt(done, invocation, host);
  return exitCodes.answered;
}

function renderEdit({ path, value }: ChosenEdit): string {
  const key = safeLine(renderSettingKey(path));
  if (value === undefined) return `Took ${key} out of`;
  return `Set ${key} to ${safeLine(JSON.stringify(maskSecrets(value, path)))} in`;
}

async function tellWhatBeatsIt(
  { path, file }: { readonly path: readonly string[]; readonly file: string },
  invocation: Invocation,
  host: Host,
): Promise<void> {
  const { config } = await readCommandConfig(invocation, host).catch(noStore);
  const origin = config?.origins.get(renderPointer(path));
  if (origin === undefined || origin.file === file) return;
  const place = safeLine(`${origin.file}:${origin.line}`);
  host.stderr.write(`${safeLine(renderSettingKey(path))} is also set in ${place}, which is what counts here.\n`);
}

/** The setting stands in its file, whatever is wrong with the store that knows what else is trusted. */
function noStore(error: unknown): { readonly config?: undefined } {
  if (!isToolwrightError(error)) throw error;
  return {};
}

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
