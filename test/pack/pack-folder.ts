import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { plainEnv, root } from './npm.js';

/** The files of the package beside its bundled parts and its types. */
export const packedFiles: readonly string[] = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'dist/LICENSES.txt',
  'dist/ai-sdk.js',
  'dist/cli.cjs',
  'dist/dialect.js',
  'dist/index.js',
  'dist/man/toolwright.1',
  'dist/mcp-server.js',
  'dist/policy.js',
  'dist/profile/local-harness.js',
  'dist/profile/seed.js',
  'dist/profile/y-agent.js',
  'dist/profile/yips.js',
  'dist/testing.js',
  'package.json',
  'schema/config.schema.json',
  'schema/profile.schema.json',
];

/** Packs a folder that holds a `dist` as npm packs this project. */
export function packFolder(made: string, to: string): { readonly files: readonly string[]; readonly tarball: string } {
  for (const name of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'schema'])
    cpSync(join(root, name), join(made, name), { recursive: true });
  const npmPack = ['pack', '--ignore-scripts', '--json', '--pack-destination', to];
  const [pack] = JSON.parse(execFileSync('npm', npmPack, { cwd: made, env: plainEnv(), encoding: 'utf8' })) as [
    { readonly filename: string; readonly files: readonly { readonly path: string }[] },
  ];
  return { files: pack.files.map(({ path }) => path), tarball: join(to, pack.filename) };
}
