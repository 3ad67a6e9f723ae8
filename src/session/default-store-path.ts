import { isAbsolute, join } from 'node:path';
import { ToolwrightError } from '../base/error.js';

/** The variables that say where a user's data lie. They are handed in: rooms do not read the environment. */
export interface StoreEnvironment {
  readonly XDG_DATA_HOME?: string | undefined;
  readonly HOME?: string | undefined;
  readonly USERPROFILE?: string | undefined;
}

/** `toolwright/store.db` under the XDG data folder, which is `~/.local/share` unless an absolute path is set. */
export function defaultStorePath({ XDG_DATA_HOME: data, HOME, USERPROFILE }: StoreEnvironment): string {
  if (data !== undefined && isAbsolute(data)) return join(data, 'toolwright', 'store.db');
  const home = HOME || USERPROFILE;
  if (home) return join(home, '.local', 'share', 'toolwright', 'store.db');
  throw new ToolwrightError(
    'store-unavailable',
    'no home folder is known: set HOME or XDG_DATA_HOME, or use --store PATH',
  );
}
