import type { Json } from '../base/json.js';
import { shownPath } from './check-config.js';
import { renderPointer, valueAt } from './json-path.js';
import type { Origin } from './layer.js';
import type { MergedConfig } from './merge-layers.js';

type SettingsInForce = Pick<MergedConfig, 'values' | 'origins'>;

/** The place of a managed value, which nothing else can change; undefined when the setting is free. */
export function lockOf(config: SettingsInForce, path: readonly string[]): Origin | undefined {
  const origin = config.origins.get(renderPointer(path));
  return origin?.layer === 'managed' ? origin : undefined;
}

/** A flag of the command line and the setting it stands for. */
export interface GivenFlag {
  readonly flag: string;
  readonly path: readonly string[];
  /** What the flag says; undefined when it was not given. */
  readonly value: Json | undefined;
}

/** What is wrong with flags that say something else than a managed value; one message each. */
export function flagsAgainstLocks(config: SettingsInForce, flags: readonly GivenFlag[]): readonly string[] {
  return flags.flatMap(({ flag, path, value }) => {
    const lock = lockOf(config, path);
    const locked = valueAt(config.values, path);
    if (lock === undefined || value === undefined || value === locked) return [];
    const place = `${lock.file}:${lock.line}`;
    return [
      `${flag}: ${place} sets ${shownPath(path)} to ${JSON.stringify(locked)} for everyone here; leave the flag out.`,
    ];
  });
}
