import type { Profile } from '../agent/profile.js';
import { ToolwrightError } from '../base/error.js';
import { isProfileName, type ProfileName, profileNames } from './profile-names.js';
import { toolwrightProfile } from './toolwright.js';

/** A built-in profile, loaded when it is asked for; throws `bad-option` for a name there is none of. */
export async function findProfile(name: string): Promise<Profile> {
  if (isProfileName(name)) return loaders[name]();
  throw new ToolwrightError(
    'bad-option',
    `There is no profile ${JSON.stringify(name.slice(0, 64))}: use ${profileNames.join(', ')}.`,
  );
}

const loaders: Readonly<Record<ProfileName, () => Promise<Profile>>> = {
  toolwright: async () => toolwrightProfile,
  yips: async () => (await import('./yips/yips-profile.js')).yipsProfile,
  seed: async () => (await import('./seed/seed-profile.js')).seedProfile,
  astra: async () => (await import('./astra/astra-profile.js')).astraProfile,
  'y-agent': async () => (await import('./y-agent/y-agent-profile.js')).yAgentProfile,
  'local-harness': async () => (await import('./local-harness/local-harness-profile.js')).localHarnessProfile,
};
