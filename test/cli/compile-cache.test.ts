import { expect, it } from 'vitest';
import { useCompileCache } from '../../src/cli/compile-cache.js';
import { verifies } from '../requirements.js';

it('keeps compiled code in a folder of the user, where Node.js can', () => {
  verifies('models.bench.compile-cache');
  const folderFor = (env: Record<string, string>): string | undefined => {
    let given: string | undefined;
    useCompileCache(env, {
      enableCompileCache: (folder) => {
        given = folder;
      },
    });
    return given;
  };
  expect(folderFor({ HOME: '/home/me' })).toBe('/home/me/.cache/toolwright/compiled');
  expect(folderFor({ HOME: '/home/me', XDG_CACHE_HOME: '/cache' })).toBe('/cache/toolwright/compiled');
  expect(folderFor({ HOME: '/home/me', XDG_CACHE_HOME: 'cache' })).toBe('/home/me/.cache/toolwright/compiled');
  expect(folderFor({})).toBeUndefined();
  expect(() => useCompileCache({ HOME: '/home/me' }, {})).not.toThrow();
});
