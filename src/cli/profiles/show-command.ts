import { configPaths } from '../../config/config-paths.js';
import { openProfile } from '../../config/profile/open-profile.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { profileSettings } from './profile-settings.js';
import { renderSettings } from './render-settings.js';

/** `toolwright profiles show NAME`: every setting of a profile. */
export async function showCommand(invocation: Invocation, host: Host): Promise<number> {
  const [name = ''] = invocation.arguments;
  const profile = await openProfile(name, configPaths({ env: host.env, platform: process.platform }));
  const settings = await profileSettings(profile);
  const text = invocation.flag('json') ? renderJson({ name, settings }) : renderSettings(settings).join('\n');
  host.stdout.write(`${text}\n`);
  return exitCodes.answered;
}
