import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultStorePath } from '../../src/session/default-store-path.js';
import { openStore } from '../../src/store/open-store.js';
import { verifies } from '../requirements.js';
import { failureOf, temporaryFolder } from './support.js';

it('puts the store under the XDG data folder', () => {
  verifies('core.store.default-path');
  const home = '/home/user';
  expect(defaultStorePath({ XDG_DATA_HOME: '/data', HOME: home })).toBe('/data/toolwright/store.db');
  expect(defaultStorePath({ HOME: home })).toBe('/home/user/.local/share/toolwright/store.db');
  expect(defaultStorePath({ XDG_DATA_HOME: '', HOME: home })).toBe('/home/user/.local/share/toolwright/store.db');
  // The XDG rules say that a relative path is to be ignored.
  expect(defaultStorePath({ XDG_DATA_HOME: 'data', HOME: home })).toBe('/home/user/.local/share/toolwright/store.db');
  expect(() => defaultStorePath({})).toThrow('use --store PATH');
});

it('opens a file or memory, and nothing else', async () => {
  const path = join(temporaryFolder(), 'a.db');
  const [file, memory] = [await openStore(path), await openStore('memory')];
  expect(existsSync(path)).toBe(true);
  await Promise.all([file.close(), memory.close()]);
  for (const wrong of ['', 'postgres://localhost/x']) {
    expect((await failureOf(openStore(wrong))).code).toBe('bad-option');
  }
});
