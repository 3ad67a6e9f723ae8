import { expect, it } from 'vitest';
import { mayMatch } from '../../../src/policy/path/glob-name.js';
import { createPathTable } from '../../../src/policy/path/path-table.js';

const table = createPathTable([
  ['etc/shadow', 'file'],
  ['etc/ssh/**', 'folder'],
  ['etc/ssh/*_key', 'key'],
  ['proc/*/environ', 'process'],
]);

it.each([
  ['etc/shadow', { mark: 'file', at: false }],
  ['etc/shadow/x', undefined],
  ['etc', undefined],
  ['etc/ssh', { mark: 'folder', at: true }],
  ['etc/ssh/a/b', { mark: 'folder', at: false }],
  ['etc/ssh/host_key', { mark: 'key', at: false }],
  ['etc/ssh/host_key/x', { mark: 'folder', at: false }],
  ['proc/1/environ', { mark: 'process', at: false }],
  ['proc/*/environ', { mark: 'process', at: false }],
  ['proc/1/status', undefined],
  ['etc/sh*', { mark: 'file', at: false }],
  ['e?c/shadow', { mark: 'file', at: false }],
  ['[e]tc/shadow', { mark: 'file', at: false }],
  ['*/shadow', undefined],
  ['other', undefined],
])('finds %s', (path, expected) => {
  expect(table.find(path.split('/'), 0)).toEqual(expected);
  expect(table.find(['x', ...path.split('/')], 1)).toEqual(expected);
});

it.each([
  ['*', 'a', true],
  ['*', '.a', false],
  ['.*', '.a', true],
  ['a*c', 'abc', true],
  ['a*c', 'ab', false],
  ['a?c', 'abc', true],
  ['a[xyz]c', 'abc', true],
  ['a[', 'ab', true],
  ['*a*b', 'xaxaxb', true],
  ['', 'a', false],
])('%s may stand for %s: %s', (pattern, name, expected) => {
  expect(mayMatch(pattern, name)).toBe(expected);
});
