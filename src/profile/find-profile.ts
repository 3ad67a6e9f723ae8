import type { Profile } from '../agent/profile.js';
import { ToolwrightError } from '../base/error.js';
import { toolwrightProfile } from './toolwright.js';

/** The profiles that are built in: the default, and one for each of the five systems. */
export const profileNames = ['toolwright', 'yips', 'seed', 'astra', 'y-agent', 'local-harness'] as const;
export type ProfileName = (typeof profileNames)[number];

interface BuiltIn {
  /** What it is, on one line. */
  readonly summary: string;
  readonly load: () => Profile | Promise<Profile>;
  /** What `remembers` of it names: below the home folder. */
  readonly answerFile?: string;
}

/** What is known of a profile before it is opened; its code is loaded only then. */
export const builtInProfiles: Readonly<Record<ProfileName, BuiltIn>> = {
  toolwright: {
    summary: 'the default: calls by the API where it can, what only reads runs together, the mode says what is asked',
    load: () => toolwrightProfile,
  },
  yips: {
    summary: 'Yips: one yips-agent envelope a message, six rounds, changes staged and applied by token',
    load: async () => (await import('./yips/yips-profile.js')).yipsProfile,
  },
  seed: {
    summary: 'Seed: scopes private, shared and public, risky calls one by one, fifty rounds',
    load: async () => (await import('./seed/seed-profile.js')).seedProfile,
  },
  astra: {
    summary: 'AstraCodex: one <tool_call> a message, notes of a vault, every change confirmed',
    load: async () => (await import('./astra/astra-profile.js')).astraProfile,
  },
  'y-agent': {
    summary: 'y-agent: tools found by ToolSearch, many text formats, allow, notify, ask or deny',
    load: async () => (await import('./y-agent/y-agent-profile.js')).yAgentProfile,
  },
  'local-harness': {
    summary: 'LocalHarness: calls by the API one at a time, lines edited by number, four numbered answers',
    load: async () => (await import('./local-harness/local-harness-profile.js')).localHarnessProfile,
    answerFile: '.config/localharness/policies.json',
  },
};

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(builtInProfiles, name);

/** A built-in profile, loaded when it is asked for; throws `bad-option` for a name there is none of. */
export async function findProfile(name: string): Promise<Profile> {
  if (isProfileName(name)) return builtInProfiles[name].load();
  throw new ToolwrightError(
    'bad-option',
    `There is no profile ${JSON.stringify(name.slice(0, 64))}: use ${profileNames.join(', ')}.`,
  );
}
