import type { Profile } from '../agent/profile.js';
import { ToolwrightError } from '../base/error.js';
import { findProfile, isProfileName } from '../profile/find-profile.js';
import { toolwrightProfile } from '../profile/toolwright.js';
import type { SessionRecord } from './event.js';
import type { SessionOptions } from './options.js';

/** The profile of a session: the one it is opened with, else the one it had; throws `bad-option` when that is not built in. */
export async function sessionProfile(
  { profile: given }: Pick<SessionOptions, 'profile'>,
  past: readonly SessionRecord[],
): Promise<Profile> {
  if (typeof given === 'object') return given;
  const name = given ?? recordedProfile(past);
  if (name === undefined || name === 'toolwright') return toolwrightProfile;
  if (given === undefined && !isProfileName(name))
    throw new ToolwrightError(
      'bad-option',
      `The session has the profile ${JSON.stringify(name.slice(0, 64))}, which is not built in: pass it, openSession({ session, profile }), as its calls are in the words of that.`,
      { details: { profile: name } },
    );
  return findProfile(name);
}

/** The name of the profile a session was opened with first. */
export function recordedProfile(past: readonly SessionRecord[]): string | undefined {
  const opened = past.find(({ type }) => type === 'session-opened');
  return opened?.type === 'session-opened' ? opened.body.profile : undefined;
}
