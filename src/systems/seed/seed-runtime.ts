import type { Profile } from '../../agent/profile.js';
import { ToolwrightError } from '../../base/error.js';
import { createSeedProfile, type SeedProfileOptions } from '../../profile/seed/seed-profile.js';
import { defaultSeedMode, type SeedMode, seedModes } from '../../profile/seed/seed-vocabulary.js';

/** One risk mode for all sessions that are opened with its profile; it may change while they run. */
export interface SeedRuntime {
  readonly profile: Profile;
  readonly riskMode: SeedMode;
  setRiskMode(mode: SeedMode): void;
}

export function createSeedRuntime(
  options: Omit<SeedProfileOptions, 'riskMode'> & { readonly riskMode?: SeedMode } = {},
): SeedRuntime {
  const { riskMode: given = defaultSeedMode, ...rest } = options;
  let mode = checkMode(given);
  return {
    profile: createSeedProfile({ ...rest, riskMode: () => mode }),
    get riskMode() {
      return mode;
    },
    setRiskMode(wanted) {
      mode = checkMode(wanted);
    },
  };
}

function checkMode(mode: SeedMode): SeedMode {
  if (seedModes.includes(mode)) return mode;
  const given = JSON.stringify(String(mode).slice(0, 64));
  throw new ToolwrightError('bad-option', `There is no risk mode ${given}: use ${seedModes.join(', ')}.`);
}
