import { maxCallLength } from '../../dialect.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import { type Input, type Reading, Stops } from '../../read/input.js';
import { ObjectScan } from '../../value/object-scan.js';
import { lookAtInner, readInner } from './inner-calls.js';

/** Reads one envelope as a whole, and what stands in it in the first of the inner forms that fits. */
export function createEnvelope(open: string, forms: readonly Opener[]): (body: Body) => Reading<BodyEnd> {
  const close = `</${open.slice(1)}`;
  const stops = new Stops([close]);
  return function* read(body) {
    const { input, calls } = body;
    const inner = yield* takeBody(input, stops);
    const form = lookAtInner(inner.text, forms, body.tools);
    if (!inner.closed) {
      if (form !== undefined) calls.rejectCall({ why: `${close} is missing, so it is plain text`, hint: howTo });
      return inner.text.length >= maxCallLength ? 'lost' : 'text';
    }
    if (inner.text.trim() === '') {
      calls.ignore(`An empty ${open} block was left out.`);
      return 'closed';
    }
    if (form === undefined) {
      calls.rejectCall({ why: `what stands between ${open} and ${close} is no call in any known form`, hint: howTo });
      return 'rejected';
    }
    return readInner(body, form, inner.text);
  };
}

const howTo = 'Write each call as <tool_call><name>NAME</name><arguments>one JSON object</arguments></tool_call>.';

/** Everything up to the close, which is taken. In JSON a close within a string does not count. */
function* takeBody(input: Input, stops: Stops): Reading<{ readonly text: string; readonly closed: boolean }> {
  let text = yield* input.space();
  if ((yield* input.peek()) === '{') text += yield* takeObject(input);
  const rest = yield* input.until(stops, Math.max(0, maxCallLength - text.length));
  text += rest.text;
  if (rest.stop === undefined) return { text, closed: false };
  input.at += rest.stop.length;
  return { text, closed: true };
}

function* takeObject(input: Input): Reading<string> {
  const scan = new ObjectScan();
  let taken = '';
  for (;;) {
    const from = input.at;
    input.at = scan.take(input.text, from, Math.min(input.text.length, from + maxCallLength - taken.length));
    taken += input.text.slice(from, input.at);
    if (scan.state !== 'reading' || taken.length >= maxCallLength || input.ended) return taken;
    yield;
  }
}
