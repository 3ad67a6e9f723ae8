import type { Profile } from '../agent/profile.js';
import { ToolwrightError } from '../base/error.js';
import { lockOf } from '../config/managed-lock.js';
import type { LoadedConfig } from '../config/open-config.js';
import { findProfile, isProfileName } from '../profile/find-profile.js';
import { riskProblem } from '../session/session-risk.js';
import type { Store } from '../store/store.js';
import type { Invocation } from './command.js';
import { safeLine } from './safe-text.js';
import { usageError } from './usage-error.js';

type Settings = Pick<LoadedConfig, 'values' | 'origins' | 'paths'>;

/** The profile of what is not gone on with: that of the flag, else of the config. Undefined: the default one. */
export function newProfile(invocation: Invocation, { values, paths }: Settings): Promise<Profile | undefined> {
  return openNamed(invocation.text('profile') ?? values.profile, paths);
}

/**
 * The risk mode of what is not gone on with: that of the flag, else of the config. Undefined: the usual one of the profile,
 * or none where that has none.
 */
export function chosenRisk(
  invocation: Invocation,
  { profile, config }: { readonly profile: Profile | undefined; readonly config: Settings },
): string | undefined {
  const flag = invocation.text('risk');
  // The config is for sessions of every profile: it counts for those that have such modes.
  const wanted = flag ?? (profile?.riskModes === undefined ? undefined : config.values.risk);
  if (wanted === undefined) return undefined;
  const problem = riskProblem(wanted, profile ?? { name: usual });
  if (problem === undefined) return wanted;
  throw flag === undefined ? new ToolwrightError('bad-config', `risk: ${problem}`) : usageError(`--risk: ${problem}`);
}

/**
 * The profile a stored session had: it keeps it, as its calls are in the words of that. Throws `bad-option` when there is none
 * of that name any more, or this machine has another for all. Undefined: the default one.
 */
export async function storedProfile(store: Store, session: string, config: Settings): Promise<Profile | undefined> {
  const had = await recordedProfile(store, session);
  refuseOther(session, had, config);
  if (had === usual) return undefined;
  if (await isThere(had, config)) return openNamed(had, config.paths);
  throw new ToolwrightError(
    'bad-option',
    `The session ${session} has the profile ${safeLine(had)}, and there is none of that name here any more: put the file profiles/${safeLine(had)}.json back beside your config.json, or name another one with --profile.`,
  );
}

/** The same where the command line may say which: only where the session's own is gone may it be another. */
export async function goOnProfile(
  invocation: Invocation,
  { store, session, config }: { readonly store: Store; readonly session: string; readonly config: Settings },
): Promise<Profile | undefined> {
  const given = invocation.text('profile');
  const had = await recordedProfile(store, session);
  if (given === undefined || given === had) return storedProfile(store, session, config);
  if (!(await isThere(had, config))) return (await openNamed(given, config.paths)) ?? findProfile(usual);
  throw usageError(
    `--profile ${safeLine(given)}: the session ${session} has the profile ${safeLine(had)}, and keeps it, as its calls are in the words of that. Leave the flag out, or begin a new session.`,
  );
}

const usual = 'toolwright';

async function isThere(name: string, { paths }: Settings): Promise<boolean> {
  return isProfileName(name) || (await import('../config/profile/open-profile.js')).hasProfile(name, paths);
}

/** Loaded by those who want another than the default. */
async function openNamed(name: string | undefined, paths: Settings['paths']): Promise<Profile | undefined> {
  if (name === undefined || name === usual) return undefined;
  const profile = isProfileName(name) ? await findProfile(name) : await openOwn(name, paths);
  // Nobody ticks here: calls start one after another by themselves.
  return profile.order === 'ticked' ? { ...profile, order: 'sequential' } : profile;
}

/** What reads files of profiles is not loaded for those that are built in. */
async function openOwn(name: string, paths: Settings['paths']): Promise<Profile> {
  return (await import('../config/profile/open-profile.js')).openProfile(name, paths);
}

/** A fork tells first that it is one. */
async function recordedProfile(store: Store, session: string): Promise<string> {
  const events = await store.read(session, { limit: 8 });
  const { profile } = (events.find(({ type }) => type === 'session-opened')?.body ?? {}) as { profile?: unknown };
  return typeof profile === 'string' ? profile : usual;
}

function refuseOther(session: string, had: string, config: Settings): void {
  const lock = lockOf(config, ['profile']);
  const { profile: locked } = config.values;
  if (lock === undefined || locked === had) return;
  throw new ToolwrightError(
    'bad-option',
    `The session ${session} has the profile ${safeLine(had)}, and ${lock.file}:${lock.line} sets ${JSON.stringify(locked)} for everyone here: begin a new session.`,
  );
}
