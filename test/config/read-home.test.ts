import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readHome } from '../../src/config/read-home.js';
import { newFolder } from '../session/open.js';

it('reads a file of the user, and nothing that others could have written', () => {
  const home = newFolder();
  mkdirSync(join(home, 'own'));
  writeFileSync(join(home, 'own/a.json'), '[]');
  expect(readHome('own/a.json', home)).toBe('[]');
  expect(readHome('own/missing.json', home)).toBeUndefined();
  expect(readHome('own', home)).toBeUndefined();
  symlinkSync('a.json', join(home, 'own/link.json'));
  expect(readHome('own/link.json', home)).toBeUndefined();
  writeFileSync(join(home, 'own/large.json'), ' '.repeat(1024 * 1024 + 1));
  expect(readHome('own/large.json', home)).toBeUndefined();
  chmodSync(join(home, 'own/a.json'), 0o666);
  expect(readHome('own/a.json', home)).toBeUndefined();
  chmodSync(join(home, 'own/a.json'), 0o600);
  chmodSync(join(home, 'own'), 0o777);
  expect(readHome('own/a.json', home)).toBeUndefined();
});
