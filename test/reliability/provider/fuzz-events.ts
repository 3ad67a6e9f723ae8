import type { ModelEvent } from '../../../src/model/model.js';
import { createAnswerBody } from '../../../src/model/provider/transport/answer-body.js';
import { createRandom, type Random } from '../../support/random.js';
import type { Api } from './protocols.js';

export interface Fuzzed {
  readonly cases: number;
  readonly bytes: number;
  /** Of the processor, for reading one. */
  readonly microsecondsEach: number;
  /** Cases that gave an answer all the same. */
  readonly answered: number;
  readonly problems: readonly string[];
}

/** Spoils a stream that a server sends, by a grammar of what goes wrong, and reads it in random pieces. */
export function fuzzEvents(api: Api, { seed, cases }: { readonly seed: number; readonly cases: number }): Fuzzed {
  const problems: string[] = [];
  let bytes = 0;
  let answered = 0;
  let microseconds = 0;
  for (let at = 0; at < cases; at += 1) {
    const random = createRandom(seed * 1_000_003 + at);
    const body = spoil(api.body, random);
    bytes += body.length;
    const before = process.cpuUsage();
    const { events, failure } = read(api, body, random);
    const { user, system } = process.cpuUsage(before);
    microseconds += user + system;
    for (const problem of problemsOf(events, failure !== undefined)) {
      problems.push(`case ${at} of SEED=${seed}: ${problem}`);
    }
    if (failure === undefined) answered += 1;
  }
  return { cases, bytes, microsecondsEach: microseconds / cases, answered, problems };
}

/** The lines of the stream, some of them changed, and the ends they have. */
function spoil(body: string, random: Random): Buffer {
  const lines = body.split('\n');
  for (let change = random.below(4); change > 0; change -= 1) spoilers[random.below(spoilers.length)]?.(lines, random);
  const end = random.pick(['\n', '\n', '\r\n', '\r']);
  const text = lines.map((line) => line + (random.chance(0.02) ? random.pick(['\r', '\n', '\r\n', '']) : end)).join('');
  const bytes = Buffer.from((random.chance(0.05) ? '\ufeff' : '') + text);
  if (random.chance(0.05) && bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
  return random.chance(0.2) ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes;
}

type Spoiler = (lines: string[], random: Random) => unknown;

const spoilers: readonly Spoiler[] = [
  // Twice, late, or in another place.
  (lines, random) => lines.splice(random.below(lines.length), 0, random.pick(lines)),
  (lines, random) => lines.push(...lines.splice(random.below(lines.length), 1)),
  (lines, random) => lines.splice(random.below(lines.length), 1),
  (lines, random) => lines.splice(random.below(lines.length), 0, ...lines.splice(random.below(lines.length), 3)),
  // All of it again, or its end twice.
  (lines) => lines.push(...lines),
  (lines) => lines.push(...lines.slice(-6)),
  // Lines that mean nothing, or ought not to.
  (lines, random) =>
    lines.splice(
      random.below(lines.length),
      0,
      random.pick([': ping', 'data', 'data:', 'event: odd', 'id: 1', 'x', '']),
    ),
  (lines, random) => lines.splice(random.below(lines.length), 0, `data: ${'y'.repeat(random.below(5000))}`),
  (lines, random) => lines.splice(random.below(lines.length), 0, 'data: [DONE]', ''),
  (lines, random) => change(lines, random, (line) => line.replace('data: ', 'data:')),
  (lines, random) => change(lines, random, (line) => line.slice(0, random.below(line.length + 1))),
  // Two calls in one place, and one call in two.
  (lines, random) => change(lines, random, (line) => line.replace(/"index":\s*\d+/, `"index":${random.below(3)}`)),
  (lines, random) => change(lines, random, (line) => line.replace(/"id":\s*"[^"]*"/, '"id":"same"')),
  (lines, random) => change(lines, random, (line) => line.replace(/"(?:arguments|partial_json)":/, '"other":')),
];

function change(lines: string[], random: Random, how: (line: string) => string): void {
  const at = random.below(lines.length);
  lines[at] = how(lines[at] ?? '');
}

function read({ protocol }: Api, bytes: Buffer, random: Random) {
  const events: ModelEvent[] = [];
  const answer = createAnswerBody({ url: 'http://x/v1', model: 'm', protocol }, (event) => events.push(event));
  const most = random.pick([7, 64, 1024, bytes.length + 1]);
  for (let at = 0; at < bytes.length; ) {
    const next = Math.min(bytes.length, at + 1 + random.below(most));
    if (answer.push(bytes.subarray(at, next)) === 'done') break;
    at = next;
  }
  return { events, failure: answer.end(random.chance(0.5)) };
}

/** What must hold of whatever came. */
function* problemsOf(events: readonly ModelEvent[], failed: boolean): Generator<string> {
  const stops = events.filter(({ type }) => type === 'stop').length;
  const calls = events.flatMap((event) => (event.type === 'call' ? [event] : []));
  if (failed && calls.length > 0) yield 'it failed and gave a call';
  if (stops !== (failed ? 0 : 1)) yield `it ${failed ? 'failed' : 'ended'} with ${stops} ends`;
  if (new Set(calls.map(({ id }) => id)).size !== calls.length) yield 'two calls have one id';
  if (new Set(calls.map(({ index }) => index)).size !== calls.length) yield 'two calls have one place';
  if (!failed && events.at(-1)?.type !== 'stop') yield 'something came behind its end';
}
