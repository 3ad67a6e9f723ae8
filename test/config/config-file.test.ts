import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfigFile } from '../../src/config/config-file.js';
import { loadConfigFiles } from '../../src/config/open-config.js';
import { verifies } from '../requirements.js';
import { asOrdinaryUser } from '../support/ordinary-user.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

it('takes a missing file for none', () => {
  verifies('models.config.bad-file');
  writeFileSync(path('file'), '');
  for (const name of ['no', 'no/such/config.json', 'file/config.json'])
    expect(readConfigFile(path(name))).toBeUndefined();
  expect(loadConfigFiles({ user: undefined, managed: path('no') })).toMatchObject({
    values: {},
    problems: [],
    layers: [],
  });
});

it('tells of a folder, a pipe, a link in a circle, a huge file and other encodings', () => {
  verifies('models.config.bad-file');
  mkdirSync(path('folder'));
  execFileSync('mkfifo', [path('pipe')]);
  symlinkSync('nowhere', path('dangling'));
  symlinkSync('loop', path('loop'));
  writeFileSync(path('huge'), ' '.repeat(1024 * 1024 + 1));
  writeFileSync(path('latin'), Buffer.from('{\n"model":\n"caf\xe9"}', 'latin1'));
  writeFileSync(path('utf16'), Buffer.from('\ufeff{}', 'utf16le'));
  const told = (name: string): unknown => readConfigFile(path(name));
  expect(told('folder')).toEqual({ ok: false, line: 1, message: 'it is a folder; put a file there, or remove it' });
  expect(told('pipe')).toEqual({
    ok: false,
    line: 1,
    message: 'it is no regular file; put a file there, or remove it',
  });
  expect(told('dangling')).toBeUndefined();
  expect(told('loop')).toEqual({
    ok: false,
    line: 1,
    message: 'it cannot be read (ELOOP); correct that, or remove it',
  });
  expect(told('huge')).toEqual({ ok: false, line: 1, message: 'it is larger than 1.0 MB; make it shorter' });
  expect(told('latin')).toEqual({ ok: false, line: 3, message: 'it is not UTF-8 text; save it as UTF-8' });
  expect(told('utf16')).toEqual({ ok: false, line: 1, message: 'it is not UTF-8 text; save it as UTF-8' });
});

it('reads through a link', () => {
  writeFileSync(path('real'), '{}');
  symlinkSync('real', path('link'));
  expect(readConfigFile(path('link'))).toEqual({ ok: true, text: '{}' });
});

it('tells of a file it may not read', async () => {
  verifies('models.config.bad-file');
  const own = mkdtempSync(join(tmpdir(), 'toolwright-config-'));
  writeFileSync(join(own, 'config.json'), '{}');
  chmodSync(join(own, 'config.json'), 0);
  await asOrdinaryUser(own, () => {
    expect(loadConfigFiles({ user: join(own, 'config.json'), managed: join(own, 'no') }).problems).toEqual([
      {
        layer: 'user',
        file: join(own, 'config.json'),
        line: 1,
        path: [],
        message: 'it cannot be read; change its rights, or remove it',
      },
    ]);
  });
  rmSync(own, { recursive: true });
});
