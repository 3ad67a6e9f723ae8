import { expect, it } from 'vitest';
import { classifyHost } from '../../src/policy/net/host.js';
import { verifies } from '../requirements.js';
import { listFiles, readText } from './source.js';

/** Names that lead nowhere, and the name of a schema's draft. */
const harmless =
  /^(127\.\d+\.\d+\.\d+|localhost|[^.]+|(.*\.)?(invalid|test|example|example\.(com|net|org))|json-schema\.org)$/i;

/** Addresses that no test of ours could reach beyond this machine or its network; what tests of the guard refuse. */
const near = (host: string): boolean => classifyHost(host).kind !== 'public';

it('names no host in a test but this machine', () => {
  verifies('standing.checks.no-network');
  const files = [
    ...listFiles('test', /\.ts$/),
    ...listFiles('src/testing', /\.ts$/),
    ...listFiles('examples', /\.ts$/),
  ];
  const hosts = files.flatMap((path) =>
    [...readText(path).matchAll(/\b(?:https?|wss?):\/\/([a-z0-9.-]*[a-z0-9])/gi)].map(
      ([, host = '']) => `${path}: ${host}`,
    ),
  );
  expect(hosts.length).toBeGreaterThan(0);
  const reached = hosts.filter((found) => {
    const host = found.split(': ')[1] ?? '';
    return !harmless.test(host) && !near(host);
  });
  expect(reached).toEqual([]);
});
