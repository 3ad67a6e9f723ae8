import type { Profile } from '../../agent/profile.js';
import { localHarnessProfile } from './local-harness-profile.js';

/** The same for a host that ticks: no call starts before the host has said so. */
export const tickedHarnessProfile: Profile = { ...localHarnessProfile, order: 'ticked' };
