import { findDialect } from '../../dialect/find-dialect.js';
import { type ReadMessageOptions, readMessage } from '../../dialect/read-message.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { type Host, isTerminal } from '../host.js';
import { readAll } from '../read-all.js';
import { usageError } from '../usage-error.js';
import { answerLines } from './answer-lines.js';
import { readToolsFile } from './read-tools.js';
import { renderReadMessage } from './render-read-message.js';

const maxCharacters = 64 * 1024 * 1024;

/** `toolwright parse`: the calls in a text, as JSON. */
export async function parseCommand(invocation: Invocation, host: Host): Promise<number> {
  const options = await readOptions(invocation, host);
  if (invocation.flag('jsonl')) return answerLines(options, host);
  if (isTerminal(host.stdin))
    host.stderr.write('Paste the message of a model, then press Ctrl+D on a line of its own.\n');
  const text = await readAll(host.stdin, { most: maxCharacters, what: 'The message', command: 'parse' });
  const read = readMessage(text, options);
  host.stdout.write(`${renderReadMessage(read, { oneLine: false })}\n`);
  return exitCodes.answered;
}

async function readOptions(invocation: Invocation, host: Host): Promise<ReadMessageOptions> {
  const file = invocation.text('tools');
  const chunk = invocation.text('chunk');
  const thinking = invocation.text('thinking');
  if (chunk !== undefined && !/^[1-9]\d{0,8}$/.test(chunk)) {
    throw usageError(`--chunk takes a number of characters, 1 or more, not ${JSON.stringify(chunk)}.`, 'parse');
  }
  return {
    dialect: findDialect(invocation.text('dialect') ?? 'auto'),
    ...(file !== undefined && { tools: await readToolsFile(file, host.cwd) }),
    ...(chunk !== undefined && { chunk: Number(chunk) }),
    ...(thinking === 'open' && { thinking }),
  };
}
