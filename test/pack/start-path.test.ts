import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { type ProbedProgram, probeProgram } from '../support/probed-program.js';

const cwd = mkdtempSync(join(tmpdir(), 'toolwright-start-'));
let program: ProbedProgram;
beforeAll(async () => {
  program = await probeProgram();
});
afterAll(() => {
  program.close();
  rmSync(cwd, { recursive: true, force: true });
});

it('loads one small file before a command runs', async () => {
  verifies('core.pack.bundled');
  const { stdout, files, bytes, packages } = await program.run(['--version'], { cwd });
  expect({ stdout, files, packages }).toEqual({ stdout: '0.1.0\n', files: ['cli.cjs'], packages: [] });
  expect(bytes).toBeLessThan(64 * 1024);
});

it('loads no package for the chat but what reads the config, and no schema checker', async () => {
  verifies('standing.start.start-path', 'core.pack.bundled', 'profiles.choose.start-path');
  const { files, bytes, modules, packages } = await program.run(['--model', 'guide', '--store', 'memory'], { cwd });
  expect({ files, packages }).toEqual({ files: ['cli.cjs', 'program/chat-chat-command.cjs'], packages: [] });
  expect(bytes).toBeLessThan(1080 * 1024);
  expect(modules).toContain('src/cli/chat/chat.ts');
  expect(modules.filter((name) => !/^(?:src|node_modules\/jsonc-parser)\//.test(name))).toEqual([]);
  expect(modules.filter(ofProfiles)).toEqual([]);
});

it('loads no other profile for a run, and only the one that is named', async () => {
  verifies('profiles.choose.start-path');
  const run = ['run', '--model', 'guide', '--store', 'memory'];
  expect((await program.run([...run, 'hi'], { cwd })).modules.filter(ofProfiles)).toEqual([]);
  const { modules } = await program.run([...run, '--profile', 'yips', 'hi'], { cwd });
  expect(modules).toContain('src/profile/yips/yips-profile.ts');
  expect(modules.filter((name) => /^src\/profile\/(?:seed|astra|y-agent|local-harness)\//.test(name))).toEqual([]);
});

const ofProfiles = (name: string): boolean =>
  /^src\/(?:config\/profile|cli\/profiles|profile\/(?:yips|seed|astra|y-agent|local-harness))\//.test(name);
