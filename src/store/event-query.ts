import { ToolwrightError } from '../base/error.js';
import { checkStream, checkType } from './event.js';
import type { EventIndex, EventQuery } from './store.js';

/** Members of a body, outermost first: `origin.who`. */
const fieldForm = /^[A-Za-z][A-Za-z0-9_]{0,99}(?:\.[A-Za-z][A-Za-z0-9_]{0,99}){0,4}$/;
const indexForm = /^[a-z][a-z-]{0,49}$/;

/** Throws `bad-option` for a query that no store can answer: a caller's defect. */
export function checkQuery({ types, streams = [], where = {}, order }: EventQuery): void {
  for (const type of types) checkType(type);
  for (const stream of streams) checkStream(stream);
  for (const field of Object.keys(where)) checkField(field);
  if (order !== undefined && order !== 'newest' && order !== 'oldest') {
    throw new ToolwrightError('bad-option', `events are found newest or oldest first, not ${JSON.stringify(order)}`);
  }
}

/** The same for what a store is opened with. */
export function checkIndex({ name, types, fields }: EventIndex): void {
  if (!indexForm.test(name)) {
    throw new ToolwrightError('bad-option', `${JSON.stringify(name)} cannot name an index: use small letters and -`);
  }
  if (types.length === 0) throw new ToolwrightError('bad-option', `the index ${name} names no type of event`);
  for (const type of types) checkType(type);
  for (const field of fields) checkField(field);
}

function checkField(field: string): void {
  if (fieldForm.test(field)) return;
  throw new ToolwrightError(
    'bad-option',
    `${JSON.stringify(field)} names no member of a body: use letters, digits and _, with dots between`,
  );
}

/** Whether a body holds at each field one of the texts that are wanted there. */
export function matchesFields(body: unknown, query: EventQuery): boolean {
  return wantedFields(query).every(([field, texts]) => {
    const value = fieldOf(body, field);
    return typeof value === 'string' && texts.includes(value);
  });
}

/** Each field with the texts it may be. */
export const wantedFields = ({ where = {} }: EventQuery): readonly (readonly [string, readonly string[]])[] =>
  Object.entries(where).map(([field, wanted]) => [field, typeof wanted === 'string' ? [wanted] : wanted] as const);

function fieldOf(body: unknown, field: string): unknown {
  let value = body;
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
