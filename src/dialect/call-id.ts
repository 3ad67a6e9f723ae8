import { defined } from '../base/defined.js';
import type { DialectCall } from './dialect.js';
import { findDialect } from './find-dialect.js';

/** The id a call gets: that of its text unless it is taken, else a new one in the shape of its dialect. It is taken then. */
export function takeCallId(call: DialectCall & { readonly dialect: string }, taken: Set<string>): string {
  const id = call.id !== undefined && !taken.has(call.id) ? call.id : newId(call, taken);
  taken.add(id);
  return id;
}

/** The position of a call counts those before it; where ids were made otherwise it may be taken. */
function newId({ id: wanted, name, dialect }: DialectCall & { readonly dialect: string }, taken: Set<string>): string {
  const { createId } = findDialect(dialect);
  for (let position = taken.size; ; position += 1) {
    const id = createId({ name, position, ...defined({ wanted }) });
    if (!taken.has(id)) return id;
  }
}
