import type { LimitSettings } from '../agent/limits.js';
import { defined } from '../base/defined.js';
import { settingsFor } from '../config/config-schema.js';
import { lockOf } from '../config/managed-lock.js';
import type { LoadedConfig } from '../config/open-config.js';
import type { SettingsOf } from '../config/setting/settings.js';
import type { TrustInspection } from '../config/trust.js';
import type { Hook } from '../extend/hook/hook.js';
import type { SessionOptions } from '../session/options.js';
import { usualCapabilities } from '../session/session-tools.js';
import type { Capability } from '../tool/tool.js';
import { answerOrigin } from './answer-origin.js';
import { secretNames } from './secret-names.js';
import { sessionExtensions } from './session-extensions.js';

/** What the config says of every session that is opened. */
export type SessionSettings = Pick<
  SessionOptions,
  | SettingsOf<'session'>
  | 'actor'
  | 'rules'
  | 'ownFiles'
  | 'sandbox'
  | 'curator'
  | 'secrets'
  | 'limits'
  | 'prices'
  | 'rateLimits'
  | 'hooks'
  | 'capabilities'
  | 'leavePlanFor'
  | 'webSearch'
  | 'extensions'
  | 'toolFolders'
  | 'agents'
  | 'openModel'
  | 'activeFile'
>;

export function sessionSettings(
  config: LoadedConfig,
  {
    sandbox,
    ownFiles,
    limits,
    trust,
    toolFolders,
  }: {
    readonly sandbox: SessionOptions['sandbox'] | undefined;
    readonly ownFiles: readonly string[];
    /** Those of the command line, which count first. */
    readonly limits?: LimitSettings;
    /** What the workspace brings beside its config. */
    readonly trust?: TrustInspection | undefined;
    readonly toolFolders?: SessionOptions['toolFolders'];
  },
): SessionSettings {
  const { values, rules, origins } = config;
  const { curator = 'off', webSearch } = values;
  const secrets = secretNames(values);
  const { who } = answerOrigin('terminal');
  return {
    ...settingsFor('session', values),
    ...defined({ actor: who }),
    rules,
    // Where config and store lie: no call may touch these.
    ownFiles,
    ...defined({ sandbox }),
    ...(curator !== 'off' && { curator: { keep: curator } }),
    ...(secrets.length > 0 && { secrets }),
    ...(values.hooks !== undefined && { hooks: hooksOf(values.hooks, origins) }),
    ...(webSearch !== undefined && { webSearch: { engine: 'duckduckgo', ...webSearch } }),
    extensions: () => sessionExtensions(config, trust),
    ...defined({ toolFolders }),
    ...limitsOf(values, limits),
    capabilities: capabilitiesOf(values),
    ...(lockOf(config, ['mode']) !== undefined && { leavePlanFor: [] }),
  };
}

/** What tools may need: those that stage changes are offered where the config says so. */
const capabilitiesOf = ({ stagedChanges }: LoadedConfig['values']): readonly Capability[] =>
  stagedChanges === true ? [...usualCapabilities, 'staging'] : usualCapabilities;

function limitsOf(
  values: LoadedConfig['values'],
  limits: LimitSettings | undefined,
): Pick<SessionSettings, 'limits' | 'prices' | 'rateLimits'> {
  const { limits: own, rateLimits } = values;
  return {
    ...((own ?? limits) !== undefined && { limits: { ...own, ...limits } }),
    ...defined({ prices: pricesOf(values) }),
    ...(rateLimits !== undefined && { rateLimits: withDefaults(rateLimits, { max: 1, perMs: 60_000 }) }),
  };
}

const withDefaults = <Entry extends object, Defaults extends object>(
  entries: Readonly<Record<string, Entry>>,
  defaults: Defaults,
): Record<string, Defaults & Entry> =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, { ...defaults, ...entry }]));

/** Each with its place: one of a workspace is confined, or not run. */
const hooksOf = (hooks: readonly Hook[], origins: LoadedConfig['origins']): readonly Hook[] =>
  hooks.map((hook, at) => {
    const origin = origins.get(`/hooks/${at}`);
    return origin === undefined ? hook : { ...hook, origin };
  });

/** The prices of the config; what one leaves out costs nothing. */
export const pricesOf = ({ prices }: Pick<LoadedConfig['values'], 'prices'>) =>
  prices && withDefaults(prices, { input: 0, output: 0 });
