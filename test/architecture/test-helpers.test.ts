import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deepFiles } from '../support/depth-env.js';
import { longestTests } from '../support/longest-tests.js';
import { listFiles, readText, root } from './source.js';

it('has helpers of tests that hook into a test file only when it calls them', () => {
  // A worker may load a helper once for many files: what it does as it is loaded happens in the first of them alone.
  const helpers = listFiles('test', /(?<!\.test|\.deep|\.long)\.ts$/);
  // What vitest loads for every file by itself is meant to.
  const hooking = helpers.filter(
    (path) => path !== 'test/support/evidence/watch-file.ts' && /^(?:before|after)(?:All|Each)\(/m.test(readText(path)),
  );
  expect(helpers.length).toBeGreaterThan(50);
  expect(hooking).toEqual([]);
});

it('begins with test files that are there', () => {
  expect(longestTests.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

it('runs whole in test:deep what has a share in npm test', () => {
  const shared = listFiles('test', /\.test\.ts$/).filter((path) =>
    /\b(?:shareOf|seedsOf|timesOf|fc\.assert)\(/.test(readText(path)),
  );
  expect(shared.length).toBeGreaterThan(50);
  const deep = deepFiles();
  expect(shared.filter((path) => !deep.includes(path))).toEqual([]);
});
