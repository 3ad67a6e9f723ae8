import { configPaths } from '../../config/config-paths.js';
import { openProfile } from '../../config/profile/open-profile.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { profileSettings } from './profile-settings.js';
import { diffSettings, renderDifferences } from './render-settings.js';

/** `toolwright profiles diff A B`: the settings in which two profiles differ. */
export async function diffCommand(invocation: Invocation, host: Host): Promise<number> {
  const [a = '', b = ''] = invocation.arguments;
  const paths = configPaths({ env: host.env, platform: process.platform });
  const [first, second] = [await openProfile(a, paths), await openProfile(b, paths)];
  const differences = diffSettings(await profileSettings(first), await profileSettings(second));
  if (invocation.flag('json')) {
    // JSON has no undefined: what a profile does not have is null there.
    const rows = differences.map(({ setting, a: of, b: to }) => ({ setting, a: of ?? null, b: to ?? null }));
    host.stdout.write(`${renderJson({ a, b, differences: rows })}\n`);
  } else if (differences.length === 0) host.stdout.write(`${a} and ${b} have the same settings.\n`);
  else for (const line of [`${a} → ${b}`, ...renderDifferences(differences)]) host.stdout.write(`${line}\n`);
  return exitCodes.answered;
}
