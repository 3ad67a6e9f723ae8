import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { createBox, exited } from './box.js';

describe.skipIf(needs('bwrap') !== undefined)('what a confined process leaves in the workspace', () => {
  it('hands nobody the rights of its owner', async () => {
    verifies('sandbox.kernel.rights-left');
    const box = createBox();
    for (const command of [
      'cp /bin/true a && chmod 4755 a',
      'cp /bin/true b && chmod g+s b',
      'install -m 6755 /bin/true c',
      `perl -e 'use Fcntl; sysopen(F, "d", O_CREAT | O_WRONLY, 04755) or die "$!\\n"'`,
      `perl -e 'open F, ">e"; chmod(04755, *F) or die "$!\\n"'`,
      'mkdir f && chmod 2775 f',
    ]) {
      const { end, err } = await box.run(command);
      expect(end.state === 'exited' && end.exitCode, command).not.toBe(0);
      expect(err, command).toMatch(/Operation not permitted/);
    }
    const left = readdirSync(box.ws).filter((name) => (lstatSync(join(box.ws, name)).mode & 0o6000) !== 0);
    expect(left).toEqual([]);
    expect((await box.run('chmod 1777 f && chmod 755 a && cp -p a g && touch h && chmod 600 h')).end).toEqual(
      exited(0),
    );
  });

  it('may be a folder that hands its group on where the workspace does', async () => {
    verifies('sandbox.kernel.rights-left');
    const box = createBox();
    chmodSync(box.ws, 0o2775);
    expect((await box.run('mkdir a && chmod 2770 a && git init -q --shared=group b')).end).toEqual(exited(0));
    expect(lstatSync(join(box.ws, 'a')).mode & 0o7777).toBe(0o2770);
    expect((await box.run('touch c && chmod 4755 c')).end).toMatchObject(exited(1));
  });
});
