import type { Fact } from '../../tool/fact.js';
import { harmlessDevice } from '../path/device.js';
import { isPathKind } from '../rule/seen-fact.js';

export const isChange = ({ kind }: Fact): boolean => kind === 'write' || kind === 'delete' || kind === 'move';

/** Whether the fact leaves the workspace: by what it touches, or by the folder it runs in. */
export function isOutside(fact: Fact): boolean {
  if (fact.where !== 'outside') return false;
  if (!isPathKind(fact)) return fact.kind === 'exec';
  return fact.by === undefined || !harmlessDevice(fact.target, fact.kind === 'read' ? 'read' : 'write');
}

/** Whether it surely reads in the workspace and does no more. */
export const isPlainRead = (fact: Fact): boolean =>
  fact.kind === 'exec' ? fact.proved === true : fact.kind === 'read' && fact.known && !isOutside(fact);
