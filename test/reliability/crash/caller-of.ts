/** Ends the process, when this is the hit of the point at which it should. */
export type FaultPoint = (name: string) => void;

/** Who calls: the first function of the child's program on the stack that has a name. */
export function callerOf(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 20;
  const stack = new Error().stack ?? '';
  Error.stackTraceLimit = limit;
  for (const line of stack.split('\n').slice(1)) {
    const name = /^\s+at (?:async )?(?:new )?([\w$.#]+) .*crash-child/.exec(line)?.[1]?.replace(/^Object\./, '');
    if (name !== undefined && !ownNames.has(name)) return name.replace(/\d+$/, '');
  }
  return 'program';
}

const ownNames: ReadonlySet<string> = new Set(['callerOf', 'watched', 'StatementSync.watched']);
