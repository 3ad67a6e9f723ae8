import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
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
