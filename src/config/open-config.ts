import { contentText, readConfigFile } from './config-file.js';
import { type ConfigLayer, readLayer } from './config-layer.js';
import { type ConfigPaths, type ConfigPlaces, configName, configPaths } from './config-paths.js';
import { type MergedConfig, mergeLayers } from './merge-layers.js';
import type { ConfigProblem } from './problem.js';
import type { TrustInspection } from './trust.js';

/** The settings in force, where each comes from, and what is wrong with the files. */
export interface LoadedConfig extends MergedConfig {
  readonly paths: ConfigPaths;
  /** Those with problems are not to be started on: `refuseProblems(config.problems)`. */
  readonly problems: readonly ConfigProblem[];
  /** What counts no more: whoever starts on them tells so. */
  readonly warnings: readonly ConfigProblem[];
  /** The files that count, in the order in which each beats those before it. */
  readonly layers: readonly ConfigLayer[];
}

/** The settings of this machine and this user: what is needed before the store is open. */
export function loadUserConfig(places: ConfigPlaces): LoadedConfig {
  return loadConfigFiles(configPaths(places));
}

/** The same from named files. */
export function loadConfigFiles(paths: ConfigPaths): LoadedConfig {
  const user = paths.user === undefined ? undefined : readConfigFile(paths.user);
  const managed = readConfigFile(paths.managed);
  return combine(paths, [
    ...(paths.user !== undefined && user !== undefined ? [readLayer('user', paths.user, user)] : []),
    ...(managed !== undefined ? [readLayer('managed', paths.managed, managed)] : []),
  ]);
}

/** With what the workspace sets, if its content is trusted: read from the very bytes that were. */
export function withWorkspace(config: LoadedConfig, trust: TrustInspection): LoadedConfig {
  const layer = trust.state === 'trusted' ? workspaceLayer(trust) : undefined;
  if (layer === undefined) return config;
  const others = config.layers.filter((one) => one.layer !== 'workspace');
  return combine(config.paths, [
    ...others.filter((one) => one.layer === 'user'),
    layer,
    ...others.filter((one) => one.layer === 'managed'),
  ]);
}

/** The config file of a workspace, trusted or not; undefined when it has none. */
export function workspaceLayer(trust: TrustInspection): ConfigLayer | undefined {
  if (trust.state === 'nothing' || trust.state === 'unreadable') return undefined;
  const found = trust.files.find(({ path }) => path === configName);
  if (found === undefined) return undefined;
  return readLayer('workspace', `${trust.folder}/${configName}`, contentText(found));
}

function combine(paths: ConfigPaths, layers: readonly ConfigLayer[]): LoadedConfig {
  const problems = layers.flatMap((layer) => layer.problems);
  const warnings = layers.flatMap((layer) => layer.warnings);
  return { paths, layers, problems, warnings, ...mergeLayers(layers) };
}
