import { defined } from '../../../base/defined.js';
import { type DialectEvent, maxCallLength } from '../../dialect.js';
import { Calls } from '../../read/calls.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import { Input, type Reading, Stops } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';
import { ObjectScan } from '../../value/object-scan.js';

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
      return calls.rejectCall({
        why: `what stands between ${open} and ${close} is no call in any known form`,
        hint: howTo,
      });
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

/** Every inner form is read as if it stood between these. */
const open = '<tool_call>';
const close = '</tool_call>';

/** The most characters that tell a form. */
const maxAhead = 256;

/** The first of the forms that what stands in an envelope begins as. */
export function lookAtInner(text: string, forms: readonly Opener[], tools: ToolTable): Opener | undefined {
  const ahead = (text + close).slice(0, maxAhead);
  return forms.find(({ starts }) => starts?.(ahead, { tools, ended: ahead.length < maxAhead }) === true);
}

/** Reads what stands in an envelope in one form. It counts only when the form takes all of it. */
export function readInner(body: Body, form: Opener, text: string): BodyEnd {
  const { calls } = body;
  const events: DialectEvent[] = [];
  const said: string[] = [];
  const inner = new Calls((event) => events.push(event));
  const input = new Input();
  input.append(open + text + close);
  input.ended = true;
  input.remember();
  input.at = open.length;
  const say = (piece: string): void => void said.push(piece);
  const step = form.read({ ...body, input, calls: inner, opener: open, say }).next();
  inner.handOver();
  const whole = step.done === true && step.value === 'closed' && input.at === input.text.length;
  const found = events.filter((event) => event.type === 'call');
  for (const event of events)
    if (event.type === 'problem' && (whole || event.code === 'call-rejected')) report(calls, event);
  if (!whole || found.length === 0) {
    if (!inner.any || found.length > 0) calls.rejectCall({ name: found[0]?.name, why: 'it cannot be read to its end' });
    return 'rejected';
  }
  for (const { id, name, arguments: args } of found) {
    if (calls.make({ ...defined({ id }), name, arguments: args }) === 'lost') return 'lost';
  }
  for (const piece of said) body.say(piece);
  return 'closed';
}

function report(calls: Calls, { code, message }: Extract<DialectEvent, { readonly type: 'problem' }>): void {
  if (code === 'call-rejected') calls.reject(message);
  else if (code === 'call-repaired') calls.repair(message);
  else calls.ignore(message);
}
