import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { startsKnownCall } from '../starts.js';

/**
 * Calls at the start of the message whose marks a server has left out: an object or a list that names a tool which was
 * offered.
 */
export function bareCalls(
  dialect: string,
  forms: readonly ('object' | 'list')[],
  read: (body: Body) => Reading<BodyEnd>,
): readonly Opener[] {
  return forms.map((form) => ({
    dialect,
    text: form === 'list' ? '[' : '{',
    at: 'start',
    starts: form === 'list' ? startsKnownCall('{', '"name"', ':', '"') : startsKnownCall('"name"', ':', '"'),
    *read(body) {
      // The bracket belongs to what is read.
      body.input.at -= body.opener.length;
      return yield* read(body);
    },
  }));
}
