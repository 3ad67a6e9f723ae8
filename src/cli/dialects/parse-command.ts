import { defined } from '../../base/defined.js';
import { messageOf } from '../../base/error.js';
import { type Json, parseJson } from '../../base/json.js';
import { findDialect } from '../../dialect/find-dialect.js';
import { type ReadMessage, type ReadMessageOptions, readMessage } from '../../dialect/read-message.js';
import { answerLines, type LineAnswer } from '../answer-lines.js';
import type { Invocation } from '../command.js';
import { countOption } from '../count-option.js';
import { exitCodes } from '../exit-code.js';
import { type Host, isTerminal } from '../host.js';
import { readAll } from '../read-all.js';
import { escapeUnseen } from '../render-json.js';
import { readToolsFile, toolsOf } from './read-tools.js';

const maxCharacters = 64 * 1024 * 1024;

/** `toolwright parse`: the calls in a text, as JSON. */
export async function parseCommand(invocation: Invocation, host: Host): Promise<number> {
  const options = await readOptions(invocation, host);
  if (invocation.flag('jsonl')) return answerLines(host, maxCharacters, (line) => answerLine(line, options));
  if (isTerminal(host.stdin))
    host.stderr.write('Paste the message of a model, then press Ctrl+D on a line of its own.\n');
  const text = await readAll(host.stdin, { most: maxCharacters, what: 'The message', command: 'parse' });
  const read = readMessage(text, options);
  host.stdout.write(`${renderReadMessage(read, { oneLine: false })}\n`);
  return exitCodes.answered;
}

async function readOptions(invocation: Invocation, host: Host): Promise<ReadMessageOptions> {
  const file = invocation.text('tools');
  const chunk = countOption(invocation, 'chunk', 'parse');
  const thinking = invocation.text('thinking');
  return {
    dialect: findDialect(invocation.text('dialect') ?? 'auto'),
    ...(file !== undefined && { tools: await readToolsFile(file, host.cwd) }),
    ...defined({ chunk }),
    ...(thinking === 'open' && { thinking }),
  };
}

function answerLine(line: string, usual: ReadMessageOptions): LineAnswer {
  const parsed = parseJson(line, { maxLength: maxCharacters });
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
      ...defined({ tools: offered, chunk: given(chunk) ? Number(chunk) : usual.chunk }),
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

/** As JSON; the arguments of calls stand in it as they were written, digit for digit. */
function renderReadMessage(read: ReadMessage, options: { readonly oneLine: boolean; readonly id?: unknown }): string {
  const { dialect, text, reasoning, calls, problems, repairs } = read;
  const [newline, indent] = options.oneLine ? ['', ''] : ['\n', '  '];
  const list = (items: readonly string[]): string =>
    items.length === 0
      ? '[]'
      : `[${newline}${items.map((item) => indent + indent + item).join(`,${newline}`)}${newline}${indent}]`;
  const members = [
    ...(options.id === undefined ? [] : [['id', JSON.stringify(options.id)]]),
    ['dialect', JSON.stringify(dialect ?? null)],
    ['text', JSON.stringify(text)],
    ['reasoning', JSON.stringify(reasoning)],
    ['calls', list(calls.map(renderCall))],
    ['problems', list(problems.map((problem) => JSON.stringify(problem)))],
    ['repairs', list(repairs.map((repair) => JSON.stringify(repair)))],
  ] as const;
  const body = members.map(([key, json]) => `${indent}"${key}":${newline === '' ? '' : ' '}${json}`);
  return escapeUnseen(`{${newline}${body.join(`,${newline}`)}${newline}}`);
}

/** Line breaks stand between the parts of JSON only. */
const renderCall = ({ id, name, arguments: args }: ReadMessage['calls'][number]): string =>
  `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"arguments":${args.trim().replaceAll(/[\r\n]+/g, ' ')}}`;
