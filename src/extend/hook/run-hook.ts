import { defined } from '../../base/defined.js';
import { messageOf } from '../../base/error.js';
import { createId } from '../../base/id.js';
import { shellQuote } from '../../base/shell-quote.js';
import { cutEnd, firstLine } from '../../base/text.js';
import type { ProcessEnd } from '../../tool/port.js';
import type { ExtensionHost } from '../extension.js';
import type { HookEvent, HookStatus } from './event.js';
import { type Hook, timeOfHook } from './hook.js';
import { type Answer, readAnswer } from './hook-answer.js';
import { hookFacts } from './hook-facts.js';
import { renderInput } from './hook-input.js';

/** What hooks need of a session. */
export interface HookHost extends Pick<ExtensionHost, 'session' | 'workspace' | 'process' | 'clock' | 'mask'> {
  readonly home: string | undefined;
  /** It is the user's own word that processes need not be confined. */
  readonly unconfined: boolean;
  record(event: HookEvent): void;
}

interface HookRun {
  readonly data: { readonly callId?: string; readonly by?: string };
  readonly signal?: AbortSignal;
}

interface HookEnd {
  readonly status: HookStatus;
  /** What went wrong. */
  readonly message?: string;
  /** It said no by its exit code, and why. */
  readonly refused?: string;
  readonly answer?: Answer;
  /** How many secrets were masked in what it read. */
  readonly masked: number;
}

/** The exit code with which a hook refuses a call. */
const refusing = 2;
const maxAnswer = 1_000_000;
const maxWords = 4000;

/** Runs a hook to its end, which is recorded. Never throws. */
export async function runHook(hook: Hook, { data, signal }: HookRun, host: HookHost): Promise<HookEnd> {
  const { clock } = host;
  const since = clock.monotonic();
  const end = await runConfined(hook, { data, ...(signal && { signal }) }, host).catch(
    (error: unknown): HookEnd => ({ status: 'error', masked: 0, message: messageOf(error) }),
  );
  const { status, message } = end;
  host.record({
    type: 'hook-ended',
    body: {
      hook: hook.on,
      command: firstLine(hook.command, 200),
      status,
      durationMs: Math.round(clock.monotonic() - since),
      ...defined({ callId: data.callId, message }),
    },
  });
  return end;
}

async function runConfined(hook: Hook, { data, signal }: HookRun, host: HookHost): Promise<HookEnd> {
  const { workspace, session, process, clock } = host;
  const eventId = createId('hook');
  const timestamp = new Date(clock.now()).toISOString();
  const cwd = workspace.root;
  const { text, masked } = renderInput({ hook: hook.on, eventId, timestamp, cwd, session, data }, host.mask);
  await process.prepare?.();
  if (!process.sandboxed && !host.unconfined && hook.origin?.layer === 'workspace') {
    return { status: 'skipped', masked, message: unconfinedWords };
  }
  const stdout = createHead(maxAnswer);
  const stderr = createHead(maxWords);
  const end = await process.run({
    command: `${exported({ HOOK: hook.on, EVENT_ID: eventId, SESSION: session.id })}\n${hook.command}`,
    cwd,
    timeoutMs: timeOfHook(hook),
    input: text,
    profile: 'hook',
    facts: hookFacts(hook, host),
    ...(signal && { signal }),
    onOutput: (chunk, stream) => (stream === 'stdout' ? stdout : stderr).push(chunk),
  });
  return { ...readEnd(hook, end, { stdout, stderr }), masked };
}

const unconfinedWords =
  'commands cannot be confined here, and it comes from a workspace: put it into your own config.json, or see `toolwright doctor`';

/** For the shell ahead of the command: processes of a session have no other way to get variables. */
const exported = (values: Readonly<Record<string, string>>): string =>
  `export ${Object.entries(values)
    .map(([name, value]) => `TOOLWRIGHT_${name}=${shellQuote(value)}`)
    .join(' ')}`;

interface Printed {
  readonly stdout: Head;
  readonly stderr: Head;
}

function readEnd(hook: Hook, end: ProcessEnd, { stdout, stderr }: Printed): Omit<HookEnd, 'masked'> {
  const said = stderr.text.trim();
  const because = said === '' ? '' : `: ${said}`;
  if (end.state === 'timed-out') return { status: 'timeout', message: `it did not end within ${timeOfHook(hook)} ms` };
  if (end.state === 'cancelled') return { status: 'skipped', message: 'it was called off' };
  if (end.state === 'failed') return { status: 'error', message: end.message };
  if (end.state === 'signalled') return { status: 'error', message: `it was ended by ${end.signal}${because}` };
  if (end.exitCode === refusing && hook.on === 'before-call')
    return { status: 'ok', refused: said === '' ? 'It gave no reason.' : said };
  if (end.exitCode !== 0) return { status: 'error', message: `it ended with exit code ${end.exitCode}${because}` };
  if (stdout.cut) return { status: 'error', message: `it printed more than ${maxAnswer} bytes` };
  const read = readAnswer(hook.on, stdout.text);
  if (!read.ok) return { status: 'error', message: read.message };
  return read.answer === undefined ? { status: 'ok' } : { status: 'ok', answer: read.answer };
}

interface Head {
  push(chunk: Uint8Array): void;
  readonly text: string;
  readonly cut: boolean;
}

/** The first bytes of what is printed. */
function createHead(max: number): Head {
  const chunks: Uint8Array[] = [];
  let left = max;
  let cut = false;
  return {
    push(chunk) {
      if (chunk.length > left) cut = true;
      if (left > 0) chunks.push(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
    },
    get text() {
      return cutEnd(Buffer.concat(chunks).toString('utf8'), max);
    },
    get cut() {
      return cut;
    },
  };
}
