import type { Starts } from '../../read/grammar.js';
import { toolNamed } from '../../value/python-call.js';
import { startsMatching } from '../starts.js';

/**
 * Whether `NAME(` follows, behind white space and what else is given. `known`: of a tool that was offered.
 * `known-or-plain`: where nothing was told of tools, `)` or `KEY=` has to follow it instead.
 */
export function startsCall({
  behind = '',
  name,
}: {
  readonly behind?: string;
  readonly name?: 'known' | 'known-or-plain';
} = {}): Starts {
  const pattern = new RegExp(`^\\s*${behind}([\\p{L}_][\\p{L}\\p{N}_.$-]*)\\s*\\(`, 'u');
  const part = new RegExp(`^\\s*(?:${behind}(?:[\\p{L}_][\\p{L}\\p{N}_.$-]*\\s*)?)?$`, 'u');
  return (ahead, { tools, ended }) => {
    const found = pattern.exec(ahead);
    if (found === null) return part.test(ahead) && !ended ? undefined : false;
    if (name === undefined) return true;
    if (tools.told || name === 'known') return tools.has(toolNamed(found[1] ?? '', tools));
    return startsArguments(ahead.slice(found[0].length), { tools, ended });
  };
}

/** Whether `)` or `KEY=` follows a bracket. */
export const startsArguments = startsMatching(
  /^\s*(?:\)|[\p{L}_][\p{L}\p{N}_]*\s*=[^=])/u,
  /^\s*(?:[\p{L}_][\p{L}\p{N}_]*\s*=?)?$/u,
);
