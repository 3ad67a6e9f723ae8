import type { Body, BodyEnd, Opener } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';
import { announcesExample } from '../plain/announces-example.js';
import { follows, space, startsAs } from '../starts.js';
import { createTokenCall, settleCall } from './token-call.js';

/** `NAME{…}` on a line of its own: what is left of a call when its special tokens were taken away. */
export const bareNamedCall: Opener = {
  text: ({ names }) => names,
  at: 'line',
  starts: startsAs(follows('{', space, { oneOf: ['"', '}'] }), follows(' {', space, '"')),
  read: readBareCall,
};

const readCall = createTokenCall({ head: openerAsName, behind: ['\n\n'] }, { streams: false });

function* readBareCall(body: Body): Reading<BodyEnd> {
  const { input, tools, before, calls } = body;
  const read = yield* readCall(body);
  if (!read.ok || read.repairs.size > 0) return 'text';
  const char = yield* input.peek();
  const endsLine = char === '' || char === '\n' || char === '\r';
  const alone = endsLine || (yield* input.seesOne(tools.names)) !== undefined;
  if (alone && !announcesExample(before)) return settleCall(body, read, '');
  calls.ignore('What looks like a call is part of the text, so it was not run.');
  return 'text';
}

// biome-ignore lint/correctness/useYield: a head that needs no more text
function* openerAsName({ opener }: Body) {
  return { ok: true as const, name: opener };
}
