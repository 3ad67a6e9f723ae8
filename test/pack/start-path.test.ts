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

it('loads no package for the chat, nor the schema checker', async () => {
  verifies('standing.start.start-path', 'core.pack.bundled');
  const { files, bytes, modules, packages } = await program.run(['--model', 'guide', '--store', 'memory'], { cwd });
  expect({ files, packages }).toEqual({ files: ['cli.cjs', 'program/chat-chat-command.cjs'], packages: [] });
  expect(bytes).toBeLessThan(1040 * 1024);
  expect(modules).toContain('src/cli/chat/chat.ts');
  expect(modules.filter((name) => !name.startsWith('src/'))).toEqual([]);
});
