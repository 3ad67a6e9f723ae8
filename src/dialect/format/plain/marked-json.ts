import type { Body, BodyEnd } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { readValues } from './bare-json.js';
import { FoundCalls } from './found-calls.js';
import { certain } from './rules.js';

/** Reads the values behind a marker that leaves no doubt that they are calls. Their own end is the end of them. */
export function* readMarked(body: Body, howTo: string): Reading<BodyEnd> {
  yield* body.input.space();
  const found = new FoundCalls();
  const last = yield* readValues(body, found, { rules: certain, howTo });
  if (last === 'text') {
    body.calls.rejectCall({ why: 'it names no tool, or has no arguments', hint: howTo });
    return 'rejected';
  }
  return typeof last === 'string' ? last : found.commit(body, howTo);
}
