import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedBuild } from './cached-build.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the build makes of the sources as they are. */
export interface Built {
  /** As `dist` would be. */
  readonly dist: string;
  /** The program in it. */
  readonly cli: string;
  /** The file that tells which sources each bundled file is made of. */
  readonly sources: string;
}

/** The path of the built program. */
export const builtCli = async (): Promise<string> => (await built()).cli;

let making: Promise<Built> | undefined;

/** Kept apart from `dist`, which another test may be building anew. */
export function built(): Promise<Built> {
  making ??= findOrBuild();
  return making;
}

async function findOrBuild(): Promise<Built> {
  const folder = await cachedBuild({
    name: 'built-cli',
    from: ['src', 'scripts/lib', 'scripts/build.mjs', 'package.json', 'package-lock.json'],
    build(partial) {
      const places = ['--out', join(partial, 'dist'), '--sources', join(partial, 'sources.json')];
      execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), ...places], { cwd: root, stdio: 'inherit' });
    },
  });
  const dist = join(folder, 'dist');
  return { dist, cli: join(dist, 'cli.cjs'), sources: join(folder, 'sources.json') };
}
