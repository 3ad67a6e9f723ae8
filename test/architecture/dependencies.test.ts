import { isBuiltin } from 'node:module';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { readSources, readText } from './source.js';

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly resolved?: string }>>;
}

const manifest = JSON.parse(readText('package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const lockfile = JSON.parse(readText('package-lock.json')) as Lockfile;
const packages = Object.entries(lockfile.packages);

it('records no download addresses', () => {
  verifies('standing.dependencies.lockfile-addresses');
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

it('pins every dependency to the version of the lockfile', () => {
  verifies('standing.dependencies.pinned');
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(lockfile.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
});

it('has a lockfile of exactly these dependencies', () => {
  verifies('standing.dependencies.pinned');
  const { dependencies, devDependencies } = manifest;
  expect(lockfile.packages['']).toMatchObject({ dependencies, devDependencies });
  expect(Object.keys((lockfile.packages[''] as unknown as typeof manifest).dependencies)).toEqual(
    Object.keys(dependencies),
  );
});

it('says of every dependency what it is for', () => {
  verifies('standing.dependencies.documented');
  const page = readText('docs/dependencies.md');
  const documented = [...page.matchAll(/^\| `([^`]+)` /gm)].map(([, name]) => name);
  const known = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  expect(documented.toSorted()).toEqual(known.toSorted());
  const atRunTime = page.slice(page.indexOf('## At run time'), page.indexOf('## For development'));
  for (const name of [...Object.keys(manifest.dependencies), ...bundled()]) {
    expect(atRunTime, `${name} belongs to "At run time"`).toContain(`| \`${name}\` `);
  }
});

/** The packages src/ imports that are not dependencies of the package: the build puts them into dist/. */
function bundled(): string[] {
  const names = readSources()
    .flatMap(({ imports }) => imports)
    .filter(({ relative, typeOnly, target }) => !relative && !typeOnly && !isBuiltin(target))
    .map(({ target }) =>
      target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set(names)].filter((name) => !Object.hasOwn(manifest.dependencies, name));
}
