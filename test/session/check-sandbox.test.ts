import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSandbox } from '../../src/session/health/check-sandbox.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';

const check = (platform: NodeJS.Platform, program?: string) =>
  checkSandbox({ platform, env: program === undefined ? {} : { TOOLWRIGHT_BUBBLEWRAP: program } });

describe.skipIf(needs('bwrap'))('the health of the sandbox', () => {
  it('names version, filter and the limits that bind', async () => {
    verifies('sandbox.find.doctor');
    const item = await check('linux');
    expect(item).toEqual({ part: 'sandbox', state: 'ok', says: expect.any(String) });
    expect(item.says).toMatch(
      /^bubblewrap \d+\.\d+\.\d+, system calls (not )?filtered.*, limits on .*file size, open files/,
    );
  });
});

it('says how to get what is missing', async () => {
  verifies('sandbox.find.doctor');
  expect(await check('linux', '/nonexistent')).toEqual({
    part: 'sandbox',
    state: 'warn',
    says: 'bubblewrap is not installed, commands are not confined',
    todo: expect.stringContaining('apt install bubblewrap'),
  });
});

it('says why it cannot confine, and what to do', async () => {
  verifies('sandbox.find.doctor', 'sandbox.find.cause');
  const path = join(temporaryFolder(), 'bwrap');
  writeFileSync(
    path,
    '#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap 0.4.0 && exit\necho "bwrap: Unknown option --perms" >&2\nexit 1\n',
  );
  chmodSync(path, 0o755);
  expect(await check('linux', path)).toEqual({
    part: 'sandbox',
    state: 'warn',
    says: 'bubblewrap 0.4.0 cannot confine commands: Unknown option --perms',
    todo: 'It is too old: install bubblewrap 0.8.0 or newer.',
  });
});

it.each<[NodeJS.Platform, string, RegExp]>([
  ['darwin', 'seatbelt; it is untested on macOS', /./],
  ['win32', 'commands are not confined on win32', /asked about, and mode auto refuses them\. .*WSL 2/],
  ['freebsd', 'commands are not confined on freebsd', /mode auto refuses them/],
])('says plainly what there is on %s', async (platform, says, todo) => {
  verifies('sandbox.find.doctor');
  expect(await check(platform)).toEqual({ part: 'sandbox', state: 'warn', says, todo: expect.stringMatching(todo) });
});
