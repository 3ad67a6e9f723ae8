import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { builtChild } from '../../support/built-child.js';
import { suiteCommand } from '../../support/conformance-suite.js';
import { isDeep, shareOf } from '../../support/depth.js';

/** What this client does not do, and why. */
const notDone = [
  // Its metadata names another issuer than the one that was asked: RFC 8414 (3.3) has that refused.
  'auth/2025-03-26-oauth-metadata-backcompat',
  // Logins without a person: a program that has its own credentials, or those of an organisation.
  'auth/client-credentials-basic',
  'auth/client-credentials-jwt',
  'auth/cross-app-access-complete-flow',
];

/** Apart from the others, which would make it late. */
const timed = 'sse-retry';

it('passes scenarios of the suite for what it does', { timeout: 120_000 }, async () => {
  verifies('mcp.suite.conformance');
  const tried = shareOf(
    (await scenarios()).filter((name) => name !== timed && !notDone.includes(name)),
    3,
  );
  for (const name of tried) expect(await client(['--scenario', name]), name).toMatchObject({ code: 0 });
});

if (isDeep)
  it('passes every scenario of the suite for what it does', { timeout: 240_000 }, async () => {
    verifies('mcp.suite.conformance');
    const all = await scenarios();
    const passed: string[] = [];
    for (const part of ['auth', 'draft', 'backcompat']) {
      const { printed } = await client(['--suite', part]);
      passed.push(...[...printed.matchAll(/^✓ (\S+):/gm)].map(([, name = '']) => name));
    }
    for (const name of all.filter((one) => !one.startsWith('auth/') && one !== timed))
      if ((await client(['--scenario', name])).code === 0) passed.push(name);
    // It measures half a second, and takes one that is late for one that does not wait: so does a busy machine.
    for (let tries = 0; tries < 5 && !passed.includes(timed); tries += 1)
      if ((await client(['--scenario', timed])).code === 0) passed.push(timed);
    expect(all.filter((name) => !passed.includes(name)).sort()).toEqual(notDone);
  });

async function scenarios(): Promise<readonly string[]> {
  const { printed } = await suite(['list', '--client']);
  const all = [...printed.matchAll(/^ +- (\S+)/gm)].map(([, name = '']) => name);
  expect(all.length).toBeGreaterThan(20);
  return all;
}

const client = async (args: readonly string[]) => {
  const command = `${process.execPath} ${await builtChild(new URL('conformance-child.ts', import.meta.url))}`;
  return suite(['client', ...args, '--timeout', '60000', '--command', command]);
};

async function suite(args: readonly string[]): Promise<{ readonly code: number | null; readonly printed: string }> {
  const [program = '', ...words] = suiteCommand();
  const child = spawn(program, [...words, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, printed })));
}
