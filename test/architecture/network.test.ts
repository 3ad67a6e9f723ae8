import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { listFiles, readText } from './source.js';

/** Names that lead nowhere, and the name of a schema's draft. */
const harmless =
  /^(127\.\d+\.\d+\.\d+|localhost|[^.]+|(.*\.)?(invalid|test|example|example\.(com|net|org))|json-schema\.org)$/;

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
  expect(hosts.filter((found) => !harmless.test(found.split(': ')[1] ?? ''))).toEqual([]);
});
