import { breadthOf } from '../rule/broad-rule.js';
import type { Rule } from '../rule/rule.js';
import { rulesOfGrant } from './granted-rules.js';

/** Whether rules allow more than may be made lasting, or cannot be read at all. `pinned`: what they hold a tool to. */
export function isTooBroad(rules: readonly string[], pinned?: string): boolean {
  const read = rulesOfGrant({ id: 'offer', rules });
  if (read === undefined) return true;
  return read.some(
    (rule) => !isOneOutside(rule.text) && !(pinned !== undefined && isOneTool(rule)) && breadthOf(rule) !== undefined,
  );
}

/** All calls of a tool that is named in full. */
const isOneTool = ({ subject }: Rule): boolean =>
  subject.type === 'tool' && subject.pattern === undefined && !subject.name.includes('*');

/** A single file elsewhere, named in full. */
const isOneOutside = (text: string): boolean => /^read\(\/(?:[^*?[\]{}\\]|\\.)*\)$/s.test(text);
