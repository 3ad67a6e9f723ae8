import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { choosingVariables, quietEnv } from '../support/quiet-env.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The surroundings of a person at a shell: nothing of the npm that runs these tests. */
export function plainEnv(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const chooses = (name: string): boolean => choosingVariables.some((one) => one === name);
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD$|VITEST|NODE_ENV$|CI$)/i.test(name) && !chooses(name),
  );
  const own = Object.fromEntries(kept) as Record<string, string>;
  return { ...own, npm_config_update_notifier: 'false', ...quietEnv, ...extra };
}

/**
 * `npm ci` or `npm install`, without install scripts. Everything is in npm's cache since this project was installed, so
 * no network is needed; only where the cache was cleared since, npm may fetch again.
 */
export function npmInstall(cwd: string, ...args: string[]): void {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', [...args, ...quiet, '--offline'], { cwd, env: plainEnv(), stdio: 'ignore' });
  if (status !== 0) {
    execFileSync('npm', [...args, ...quiet, '--prefer-offline'], { cwd, env: plainEnv(), encoding: 'utf8' });
  }
}
