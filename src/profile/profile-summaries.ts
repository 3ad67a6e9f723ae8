import type { ProfileName } from './profile-names.js';

/** What each built-in profile is, on one line. */
export const profileSummaries: Readonly<Record<ProfileName, string>> = {
  toolwright: 'the default: calls by the API where it can, what only reads runs together, the mode says what is asked',
  yips: 'Yips: one yips-agent envelope a message, six rounds, changes staged and applied by token',
  seed: 'Seed: scopes private, shared and public, risky calls one by one, fifty rounds',
  astra: 'AstraCodex: one <tool_call> a message, notes of a vault, every change confirmed',
  'y-agent': 'y-agent: tools found by ToolSearch, many text formats, allow, notify, ask or deny',
  'local-harness': 'LocalHarness: calls by the API one at a time, lines edited by number, four numbered answers',
};
