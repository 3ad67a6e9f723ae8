import type { Json } from '../../base/json.js';
import { configSchema } from '../../config/config-schema.js';
import { renderPointer, valueAt } from '../../config/json-path.js';
import { leavesOf } from '../../config/merge-layers.js';
import type { LoadedConfig } from '../../config/open-config.js';
import { renderSettingKey } from '../../config/setting-key.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { untrustedNote } from '../trust/render-trust.js';
import { widest } from '../widest.js';
import { readCommandConfig } from './command-config.js';
import { maskSecrets } from './mask-secrets.js';
import { renderProblems } from './render-problems.js';

/** `toolwright config`: every setting in force and where it comes from. */
export async function showCommand(invocation: Invocation, host: Host): Promise<number> {
  const { config: held, trust } = await readCommandConfig(invocation, host);
  const { values, problems } = held;
  const config = { ...held, ...exitMask(host).value({ values, problems }) };
  if (invocation.flag('json')) host.stdout.write(`${renderJson(asJson(config))}\n`);
  else host.stdout.write(`${renderSettings(config)}\n`);
  const note = untrustedNote(trust);
  if (note !== undefined) host.stderr.write(`${note}\n`);
  if (config.problems.length === 0) return exitCodes.answered;
  host.stderr.write(`What is wrong is left out above:\n${renderProblems(config.problems)}\n`);
  return exitCodes.usage;
}

interface Setting {
  readonly path: readonly string[];
  readonly value: Json;
  readonly origin: string;
}

function asJson(config: LoadedConfig): object {
  const { problems, origins } = config;
  return { values: maskSecrets(config.values as Json), origins: Object.fromEntries(origins), problems };
}

function renderSettings(config: LoadedConfig): string {
  const masked = maskSecrets(config.values as Json);
  const set = [...leavesOf(masked, [])].map((path): Setting => {
    const origin = config.origins.get(renderPointer(path));
    const place = origin === undefined ? '' : `${origin.layer}: ${origin.file}:${origin.line}`;
    return { path, value: valueAt(masked, path) ?? null, origin: place };
  });
  const rows = [...set, ...defaults(config)].map(
    ({ path, value, origin }) =>
      [safeLine(renderSettingKey(path)), safeLine(JSON.stringify(value)), safeLine(origin)] as const,
  );
  const keyWidth = Math.min(48, widest(rows.map(([key]) => key)));
  const valueWidth = Math.min(48, widest(rows.map(([, value]) => value)));
  return rows
    .map(([key, value, origin]) => `${key.padEnd(keyWidth)}  ${value.padEnd(valueWidth)}  ${origin}`)
    .join('\n');
}

/** Settings nobody set, whose value is known all the same. */
function defaults({ values }: LoadedConfig): readonly Setting[] {
  return Object.entries(configSchema.properties).flatMap(([key, schema]) =>
    'default' in schema && valueAt(values, [key]) === undefined
      ? [{ path: [key], value: schema.default, origin: 'default' }]
      : [],
  );
}
