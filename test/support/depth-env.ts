import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the seeds of `npm test` are made from: they change with the commit, so that in time everything is met. */
export function commitSeed(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? String(Number.parseInt(stdout.slice(0, 7), 16)) : '1';
}

/** One for a whole run of `test:deep`, another the next time. */
export const freshSeed = (): string => process.env['SEED'] ?? String(Date.now() % 1_000_000);

/** Test files that have more to do in `test:deep`: they draw at random, or ask how deep they are to go. */
export function deepFiles(): readonly string[] {
  const asks = /from '(?:fast-check|[^']*\/depth\.js)'/;
  const names = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.test.ts') && asks.test(readFileSync(join(root, 'test', name), 'utf8')))
    .map((name) => join('test', name));
}
