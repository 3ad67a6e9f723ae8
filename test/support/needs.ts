import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What stands in `needs.json`. */
type Program = 'bwrap' | 'curl' | 'tmux' | 'zsh' | 'fish' | 'mandoc' | 'groff' | 'python3' | 'strace';

/** Why a test that needs this program cannot run here; undefined when it can. */
export function needs(program: Program): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => isProgram(join(folder, program))) ? undefined : `${program} is not installed`;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
