import type { LoadedConfig } from '../config/open-config.js';
import type { SessionOptions } from '../session/options.js';
import { usualCapabilities } from '../session/session-tools.js';
import type { Capability } from '../tool/tool.js';
import { answerOrigin } from './answer-origin.js';
import { secretNames } from './secret-names.js';

/** What the config says of every session that is opened. */
export type SessionSettings = Pick<
  SessionOptions,
  | 'actor'
  | 'rules'
  | 'ownFiles'
  | 'sandbox'
  | 'sandboxLimits'
  | 'fsync'
  | 'readBeforeWrite'
  | 'grantDays'
  | 'secrets'
  | 'untrusted'
  | 'capabilities'
>;

export function sessionSettings(
  { values, rules }: LoadedConfig,
  {
    sandbox,
    ownFiles,
  }: { readonly sandbox: SessionOptions['sandbox'] | undefined; readonly ownFiles: readonly string[] },
): SessionSettings {
  const { sandboxLimits, fsync, readBeforeWrite, grantDays, untrusted } = values;
  const secrets = secretNames(values);
  const { who } = answerOrigin('terminal');
  return {
    ...(who !== undefined && { actor: who }),
    rules,
    // Where config and store lie: no call may touch these.
    ownFiles,
    ...(sandbox !== undefined && { sandbox }),
    ...(sandboxLimits !== undefined && { sandboxLimits }),
    ...(fsync !== undefined && { fsync }),
    ...(readBeforeWrite !== undefined && { readBeforeWrite }),
    ...(grantDays !== undefined && { grantDays }),
    ...(secrets.length > 0 && { secrets }),
    ...(untrusted !== undefined && { untrusted }),
    capabilities: capabilitiesOf(values),
  };
}

/** What tools may need: those that stage changes are offered where the config says so. */
export const capabilitiesOf = ({ stagedChanges }: LoadedConfig['values']): readonly Capability[] =>
  stagedChanges === true ? [...usualCapabilities, 'staging'] : usualCapabilities;
