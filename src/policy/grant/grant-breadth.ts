import { breadthOf } from '../rule/broad-rule.js';
import { rulesOfGrant } from './granted-rules.js';

/** Whether rules allow more than may be made lasting, or cannot be read at all. */
export function isTooBroad(rules: readonly string[]): boolean {
  const read = rulesOfGrant({ id: 'offer', rules });
  return read === undefined || read.some((rule) => !isOneOutside(rule.text) && breadthOf(rule) !== undefined);
}

/** A single file elsewhere, named in full. */
const isOneOutside = (text: string): boolean => /^read\(\/(?:[^*?[\]{}\\]|\\.)*\)$/s.test(text);
