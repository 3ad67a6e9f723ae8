import { expect, it } from 'vitest';
import { allDialects } from '../../src/dialect/all-dialects.js';
import { findDialect } from '../../src/dialect/find-dialect.js';
import { verifies } from '../requirements.js';

it('finds a dialect by its name or an alias, however it is spelled', () => {
  verifies('dialects.each.aliases');
  for (const dialect of allDialects) {
    expect(findDialect(dialect.name), dialect.name).toBe(dialect);
    expect(findDialect(dialect.name.replaceAll('_', '-').toUpperCase()), dialect.name).toBe(dialect);
  }
  expect(findDialect('qwen2.5').name).toBe('hermes');
  expect(findDialect('granite-20b-fc').name).toBe('granite_20b_fc');
  expect(findDialect('minimax').name).toBe('minimax_m1');
  expect(findDialect('internlm').name).toBe('internlm2');
  expect(findDialect('phi4_mini_json').name).toBe('phi4_mini');
});

it('says what to do where there is none', () => {
  expect(() => findDialect('klingon')).toThrow('There is no dialect named "klingon"');
  expect(() => findDialect('hermez')).toThrow('Did you mean hermes?');
});
