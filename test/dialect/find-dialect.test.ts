import { expect, it } from 'vitest';
import { findDialect } from '../../src/dialect/find-dialect.js';
import { hermes } from '../../src/dialect/hermes.js';

it('finds a dialect by its name, and says which there are', () => {
  expect(findDialect('hermes')).toBe(hermes);
  expect(() => findDialect('klingon')).toThrow('There is no dialect named "klingon". Use one of: hermes.');
});
