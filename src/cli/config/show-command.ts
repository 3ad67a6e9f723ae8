import { join } from 'node:path';
import type { Json } from '../../base/json.js';
import { readConfigFile } from '../../config/config-file.js';
import { configName } from '../../config/config-paths.js';
import { configSchema } from '../../config/config-schema.js';
import { renderPointer, valueAt } from '../../config/json-path.js';
import { leavesOf } from '../../config/merge-layers.js';
import type { LoadedConfig } from '../../config/open-config.js';
import { renderSettingKey } from '../../config/setting-key.js';
import type { TrustInspection } from '../../config/trust.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { untrustedNote } from '../trust/render-trust.js';
import { widest } from '../widest.js';
import { type CommandConfig, readCommandConfig } from './command-config.js';
import { maskSecrets } from './mask-secrets.js';
import { renderProblems, tellWarnings } from './render-problems.js';

/** `toolwright config`: every setting in force and where it comes from; or where files are looked for, or the schema of one. */
export async function showCommand(invocation: Invocation, host: Host): Promise<number> {
  const write = (text: string): void => void host.stdout.write(`${text}\n`);
  if (invocation.flag('schema')) write(JSON.stringify(configSchema, null, 2));
  else if (invocation.flag('path'))
    write(renderPaths(await readCommandConfig(invocation, host), invocation.flag('json')));
  else return showSettings(invocation, host);
  return exitCodes.answered;
}

async function showSettings(invocation: Invocation, host: Host): Promise<number> {
  const { config: held, trust } = await readCommandConfig(invocation, host);
  const { values, problems } = held;
  const config = { ...held, ...exitMask(host).value({ values, problems }) };
  if (invocation.flag('json')) host.stdout.write(`${renderJson(asJson(config))}\n`);
  else host.stdout.write(`${renderSettings(config)}\n`);
  const note = untrustedNote(trust);
  if (note !== undefined) host.stderr.write(`${note}\n`);
  tellWarnings(config.warnings, host);
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
  return Object.entries<JsonSchema>(configSchema.properties).flatMap(([key, { default: usual }]) =>
    usual === undefined || valueAt(values, [key]) !== undefined
      ? []
      : [{ path: [key], value: usual as Json, origin: 'default' }],
  );
}

/** Where config files lie, and whether they are there. */
function renderPaths({ config, trust }: CommandConfig, json: boolean): string {
  const { user, managed } = config.paths;
  const files = [
    ...(user === undefined ? [] : [{ layer: 'user', file: user, state: stateOf(user) }]),
    { layer: 'workspace', file: join(trust.folder, configName), state: workspaceState(trust) },
    { layer: 'managed', file: managed, state: stateOf(managed) },
  ];
  const lines = files.map(({ layer, file, state }) => `${layer.padEnd(9)}  ${safeLine(file)}  (${state})`);
  return json ? renderJson(files) : lines.join('\n');
}

type FileState = 'used' | 'missing' | 'not trusted' | 'unreadable';

function stateOf(path: string): FileState {
  const found = readConfigFile(path);
  if (found === undefined) return 'missing';
  return found.ok ? 'used' : 'unreadable';
}

function workspaceState(trust: TrustInspection): FileState {
  if (trust.state === 'unreadable') return 'unreadable';
  if (trust.state === 'nothing' || !trust.files.some(({ path }) => path === configName)) return 'missing';
  return trust.state === 'trusted' ? 'used' : 'not trusted';
}
