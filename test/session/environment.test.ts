import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Settlement } from '../../src/run/event.js';
import { verifies } from '../requirements.js';
import { builtChild } from '../support/built-child.js';
import { needs } from '../support/needs.js';
import { newFolder } from './open.js';

const secrets = {
  OPENAI_API_KEY: 'kx-openai-7d1f0c2a9b8e4f60',
  ANTHROPIC_API_KEY: 'kx-anthropic-5e2b8c1d7a90f346',
  GITHUB_TOKEN: 'kx-github-0a9b8c7d6e5f4a3b',
  DATABASE_URL: 'postgres://app:kx-pass-1f2e3d4c5b6a@db.example.com/app',
  HARMLESS_CANARY: 'kx-canary-not-on-the-list',
};

/** What a command prints in a session of a process that has these variables, with masks for what is a secret. */
async function printed(command: string, sandbox: 'on' | 'off'): Promise<Settlement> {
  const script = await builtChild(new URL('./environment-child.ts', import.meta.url));
  const args = [script, newFolder(), command, sandbox];
  const env = { PATH: process.env['PATH'], HOME: newFolder(), ...secrets };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as Settlement;
}

const underProc = "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | sort -u";

it.each([
  ['as it is', 'off', 'env | sort'],
  ...(needs('bwrap') === undefined
    ? ([['in the sandbox, also under /proc', 'on', `env | sort; ${underProc}`]] as const)
    : []),
] as const)('hands no secret of the environment to a command that runs %s', async (_, sandbox, command) => {
  verifies('secret.child.environment');
  const { content, outcome, masked } = await printed(command, sandbox);
  expect([outcome, content.includes('PATH=')]).toEqual(['ok', true]);
  for (const name of Object.keys(secrets)) expect(content).not.toContain(name);
  // Not even as a mask: it was never there.
  expect([content.includes('kx-'), masked]).toEqual([false, undefined]);
});
