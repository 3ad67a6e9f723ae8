import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { createByteTail } from '../../base/byte-tail.js';
import { within } from '../../base/ended-within.js';
import { parseJson } from '../../base/json.js';
import { cutStart, humanSize } from '../../base/text.js';
import { parseTrusted } from '../../base/trusted-json.js';
import type { ProcessEnd, ProcessPort, ProcessStart, RunningProcess } from '../../tool/port.js';

export interface StdioOptions {
  readonly process: ProcessPort;
  readonly start: Omit<ProcessStart, 'onOutput'>;
  /** How it ended, with the last it said on its standard error. */
  onEnd(words: string): void;
}

const stdioLimits = {
  /** Of one message. */
  bytes: 10_000_000,
  /** Lines that are no message. */
  strayLines: 200,
  /** Messages in one second that answer nothing. */
  notices: 2000,
  /** Of all messages of a minute. */
  bytesInMinute: 64_000_000,
} as const;

/** Speaks with a server over the streams of its process: one JSON text a line. */
export function createStdioTransport({ process, start, onEnd }: StdioOptions): Transport {
  let running: RunningProcess | undefined;
  let closed = false;
  const stderr = createByteTail(4000);
  /** How many answers the server owes. */
  let owed = 0;
  const transport: Transport = {
    async start() {
      const reader = createLineReader({
        onMessage: (message) => transport.onmessage?.(message),
        isAnswer: (message) => {
          if ('method' in message || owed === 0) return false;
          owed -= 1;
          return true;
        },
        onBad: (why) => {
          onEnd(why);
          running?.stop();
        },
      });
      running = await process.start({
        ...start,
        onOutput: (chunk, stream) => (stream === 'stdout' ? reader.push(chunk) : stderr.push(chunk)),
      });
      void running.ended.then((end) => {
        closed = true;
        onEnd(endWords(end, new TextDecoder().decode(stderr.content())));
        transport.onclose?.();
      });
    },
    async send(message) {
      if ('method' in message && 'id' in message) owed += 1;
      const taken = await running?.write(`${JSON.stringify(message)}\n`);
      if (taken === true) return;
      // It is about to end, mostly: how it ended says more, and is told first.
      if (running !== undefined) await within(running.ended, 1000);
      throw new Error('its input is closed');
    },
    async close() {
      if (closed || running === undefined) return;
      running.end();
      await running.ended;
    },
  };
  return transport;
}

interface LineContext {
  onMessage(message: JSONRPCMessage): void;
  /** Whether something was asked that this may answer. */
  isAnswer(message: JSONRPCMessage): boolean;
  /** The server is not to be listened to any longer. */
  onBad(why: string): void;
}

/** Bounded however it is fed: by the length of a line, by lines that are no message, and by messages nobody asked for. */
function createLineReader({ onMessage, isAnswer, onBad }: LineContext) {
  let held: Uint8Array[] = [];
  let length = 0;
  let strayLines = 0;
  const notices = createTally(1000);
  const bytes = createTally(60_000);
  let isBad = false;
  const bad = (why: string): void => {
    isBad = true;
    held = [];
    onBad(why);
  };
  const takeLine = (): void => {
    const text = Buffer.concat(held).toString('utf8').trim();
    held = [];
    length = 0;
    if (text === '') return;
    const parsed = readLine(text);
    if (parsed.refused !== undefined) {
      bad(`it sent what is not read: ${parsed.refused}`);
      return;
    }
    const message = messageIn(parsed.value);
    if (message === undefined) {
      strayLines += 1;
      if (strayLines > stdioLimits.strayLines)
        bad(`it printed more than ${stdioLimits.strayLines} lines that are no message`);
      return;
    }
    if (!isAnswer(message)) notices.add(1);
    if (notices.sum > stdioLimits.notices)
      bad(`it sent more than ${stdioLimits.notices} messages in a second that nobody asked for`);
    else onMessage(message);
  };
  return {
    push(chunk: Uint8Array) {
      let rest = chunk;
      while (!isBad) {
        const at = rest.indexOf(10);
        const part = at === -1 ? rest : rest.subarray(0, at);
        length += part.length;
        bytes.add(part.length);
        if (length > stdioLimits.bytes) return bad(`it sent a message of more than ${humanSize(stdioLimits.bytes)}`);
        if (bytes.sum > stdioLimits.bytesInMinute)
          return bad(`it sent more than ${humanSize(stdioLimits.bytesInMinute)} in a minute`);
        held.push(part);
        if (at === -1) return;
        takeLine();
        rest = rest.subarray(at + 1);
      }
    },
  };
}

/** What came within a stretch of time, which begins anew when it is over. */
function createTally(ms: number): { add(count: number): void; readonly sum: number } {
  let sum = 0;
  let since = Number.NEGATIVE_INFINITY;
  return {
    add(count) {
      const now = performance.now();
      if (now - since > ms) {
        since = now;
        sum = 0;
      }
      sum += count;
    },
    get sum() {
      return sum;
    },
  };
}

/** What is no JSON may be a word for people. JSON that is refused is an answer that will not come in any other form. */
function readLine(text: string): { readonly value?: unknown; readonly refused?: string } {
  const parsed = parseJson(text, { maxLength: stdioLimits.bytes });
  if (parsed.ok) return { value: parsed.value };
  const { code, message } = parsed.problem;
  if (code === 'syntax') return {};
  // Digits that a double cannot hold are nothing anybody acts on here.
  return code === 'number-digits' || code === 'number-range' ? { value: parseTrusted(text) } : { refused: message };
}

/** The rest of its shape is looked at by the protocol. */
function messageIn(value: unknown): JSONRPCMessage | undefined {
  const isMessage = typeof value === 'object' && value !== null && (value as { jsonrpc?: unknown }).jsonrpc === '2.0';
  return isMessage ? (value as JSONRPCMessage) : undefined;
}

function endWords(end: ProcessEnd, said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const last = cutStart(lines.join(' · '), 600);
  const because = last === '' ? '' : `: ${last}`;
  if (end.state === 'exited') return `it ended with exit code ${end.exitCode}${because}`;
  if (end.state === 'signalled') return `it was ended by ${end.signal}${because}`;
  if (end.state === 'failed') return `it could not be started: ${end.message}`;
  return `it was ended${because}`;
}
