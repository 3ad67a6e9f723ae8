import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error: a script without types.
import { loadedApart } from '../../scripts/lib/bundle-program.mjs';

const root = new URL('../../', import.meta.url);

it('bundles apart what is there', () => {
  const names = loadedApart as readonly string[];
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !existsSync(new URL(name, root)))).toEqual([]);
});
