import { expect, it } from 'vitest';
import { createActivationSet } from '../../../src/tool/catalog/activation-set.js';
import { verifies } from '../../requirements.js';

const room = { room: 3, isThere: (name: string) => name !== 'gone' };

it('has the one that was used longest ago make room', () => {
  verifies('y-agent.lazy.lru', 'y-agent.lazy.recency');
  const set = createActivationSet();
  set.activate(['a', 'b', 'c']);
  expect(set.evictedBy(['d'], room)).toEqual(['a']);
  set.use('a');
  expect(set.evictedBy(['d'], room)).toEqual(['b']);
  // Looking changes nothing.
  expect(set.has('b')).toBe(true);
  expect(set.evictedBy(['d'], room)).toEqual(['b']);
  set.activate(['b']);
  expect(set.evictedBy(['d', 'e'], room)).toEqual(['c', 'a']);
});

it('needs no room for what is there, and is told in the order of activation', () => {
  const set = createActivationSet();
  set.activate(['a', 'b', 'c']);
  expect(set.evictedBy(['c', 'a'], room)).toEqual([]);
  set.use('a');
  expect(set.names).toEqual(['a', 'b', 'c']);
  set.use('nobody');
  set.drop(['b', 'nobody']);
  expect(set.names).toEqual(['a', 'c']);
});

it('has what is gone make room first', () => {
  verifies('catalog.set.gone');
  const set = createActivationSet();
  set.activate(['a', 'gone', 'b']);
  expect(set.evictedBy(['c'], room)).toEqual(['gone']);
  expect(set.evictedBy(['c', 'd'], room)).toEqual(['gone', 'a']);
});
