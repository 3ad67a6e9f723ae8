import { execFileSync } from 'node:child_process';

/** Why a test that needs this program cannot run here; undefined when it can. */
export function needs(program: 'tmux'): string | undefined {
  try {
    execFileSync(program, ['-V'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `${program} is not installed`;
  }
}
