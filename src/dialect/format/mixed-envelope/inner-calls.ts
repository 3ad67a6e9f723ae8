import type { DialectEvent } from '../../dialect.js';
import { Calls } from '../../read/calls.js';
import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import { Input } from '../../read/input.js';
import type { ToolTable } from '../../read/tool-table.js';

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
    if (calls.make({ ...(id !== undefined && { id }), name, arguments: args }) === 'lost') return 'lost';
  }
  for (const piece of said) body.say(piece);
  return 'closed';
}

function report(calls: Calls, { code, message }: Extract<DialectEvent, { readonly type: 'problem' }>): void {
  if (code === 'call-rejected') calls.reject(message);
  else if (code === 'call-repaired') calls.repair(message);
  else calls.ignore(message);
}
