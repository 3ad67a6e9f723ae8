import { createInterface } from 'node:readline';
import { messageOf } from '../../base/error.js';
import { type Json, parseJson } from '../../base/json.js';
import { findDialect } from '../../dialect/find-dialect.js';
import { type ReadMessageOptions, readMessage } from '../../dialect/read-message.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { escapeUnseen } from '../render-json.js';
import { toolsOf } from './read-tools.js';
import { renderReadMessage } from './render-read-message.js';

/** Reads one request a line and answers each in a line, in their order. */
export async function answerLines(usual: ReadMessageOptions, { stdin, stdout, outputGone }: Host): Promise<number> {
  let failed = false;
  for await (const line of createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const answer = answerLine(line, usual);
    failed ||= !answer.ok;
    if (outputGone()) break;
    if (!stdout.write(`${answer.json}\n`)) await new Promise((resolve) => stdout.once('drain', resolve));
  }
  return failed ? exitCodes.failed : exitCodes.answered;
}

interface LineAnswer {
  readonly ok: boolean;
  readonly json: string;
}

function answerLine(line: string, usual: ReadMessageOptions): LineAnswer {
  const parsed = parseJson(line, { maxLength: 64 * 1024 * 1024 });
  if (!parsed.ok) return failure(undefined, `The line is no JSON: ${parsed.problem.message}.`);
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return failure(undefined, 'The line is no object: write {"id":"1","text":"…"}.');
  }
  const request = value as { readonly [key: string]: Json };
  const options = readRequest(request, usual);
  if (typeof options === 'string') return failure(request['id'], options);
  const read = readMessage(options.text, options);
  return { ok: true, json: renderReadMessage(read, { oneLine: true, id: request['id'] ?? null }) };
}

/** The options of a request, or what is wrong with it. */
function readRequest(
  { text, dialect, tools, chunk, thinking }: { readonly [key: string]: Json },
  usual: ReadMessageOptions,
): (ReadMessageOptions & { readonly text: string }) | string {
  if (typeof text !== 'string') return 'The request has no "text": it is the message to read, a string.';
  const offered = given(tools) ? toolsOf(tools) : usual.tools;
  if (typeof offered === 'string') return `In "tools", ${offered}`;
  if (given(chunk) && !(typeof chunk === 'number' && Number.isInteger(chunk) && chunk > 0)) {
    return '"chunk" has to be a whole number of characters, 1 or more.';
  }
  if (given(thinking) && thinking !== 'open' && thinking !== 'auto') return '"thinking" has to be "auto" or "open".';
  if (given(dialect) && typeof dialect !== 'string') return '"dialect" has to be the name of a dialect.';
  try {
    return {
      text,
      dialect: given(dialect) ? findDialect(String(dialect)) : (usual.dialect ?? 'auto'),
      ...(offered !== undefined && { tools: offered }),
      ...(given(chunk) ? { chunk: Number(chunk) } : usual.chunk !== undefined && { chunk: usual.chunk }),
      thinking: (given(thinking) ? thinking : usual.thinking) === 'open' ? 'open' : 'auto',
    };
  } catch (error) {
    return messageOf(error);
  }
}

const given = <Value extends Json>(value: Value | undefined): value is Exclude<Value, null> =>
  value !== undefined && value !== null;

function failure(id: Json | undefined, message: string): LineAnswer {
  return { ok: false, json: escapeUnseen(JSON.stringify({ id: id ?? null, error: { code: 'bad-request', message } })) };
}
