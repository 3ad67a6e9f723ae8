import type { CommandTable, Runner } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { reportError } from '../report-error.js';
import { safeLine } from '../safe-text.js';
import { quoteForBash, readBashLine } from './bash-line.js';
import { completeLine } from './complete-line.js';
import type { CompletionValue } from './completion-value.js';
import { kindValues } from './kind-values.js';

/**
 * `toolwright complete SHELL -- WORD…`, called by the completion scripts. Prints a line `PATHS PREFIX`, then one value a
 * line, with a tab and its description.
 */
export const completeCommand =
  (table: CommandTable): Runner =>
  ({ arguments: [shell, ...words] }, host) =>
    printQuietly(host, async () => {
      if (shell === 'bash') return completeBash(words, table, host);
      const line = { before: words.slice(0, -1), word: words.at(-1) ?? '' };
      const { prefix, values, paths = '-' } = await completeLine(line, table, host);
      return [`${paths} ${prefix}`, ...renderValues(fitTo(shell, line.word, values))];
    });

/** `toolwright completion values KIND`: scripts of earlier versions ask for values this way. */
export const valuesCommand: Runner = (invocation, host) =>
  printQuietly(host, async () => renderValues(await kindValues(invocation.arguments[0] ?? '', { host, invocation })));

function fitTo(shell = '', word: string, values: readonly CompletionValue[]): readonly CompletionValue[] {
  // zsh takes the equals sign back when a space follows.
  if (shell === 'zsh') return values.map((one) => (one.takesValue === true ? { ...one, value: `${one.value}=` } : one));
  // Where no option begins as the word does, fish would offer those that hold its letters.
  return values.filter(({ value }) => !value.startsWith('-') || value.startsWith(word));
}

/** bash hands over its line, and what it would replace of it; it gets two lines more, then words ready to insert. */
async function completeBash([text = '', replaced = '']: readonly string[], table: CommandTable, host: Host) {
  const line = readBashLine(text, replaced);
  const { prefix, values, paths = '-' } = await completeLine(line, table, host);
  const words = values
    .map(({ value }) => ({ value: `${prefix}${value}` }))
    .filter(({ value }) => value.startsWith(line.word) && value.length > line.lead.length)
    .map(({ value }) => ({ value: value.slice(line.lead.length) }));
  // Where files are completed too, bash quotes all of them.
  const quoted = renderValues(words).map((word) => (paths === '-' ? quoteForBash(word, line.quote) : word));
  return [`${/\p{Cc}/u.test(line.word) ? '-' : paths} ${prefix}`, line.lead, line.word.slice(prefix.length), ...quoted];
}

const maxValues = 400;
const maxLength = 400;

/** Without what cannot be typed on one line. */
function renderValues(values: readonly CompletionValue[]): readonly string[] {
  return values
    .filter(
      ({ value }) => value !== '' && value.length <= maxLength && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(value),
    )
    .slice(0, maxValues)
    .map(({ value, says = '' }) => (says === '' ? value : `${value}\t${safeLine(says)}`));
}

/** Longer than this nobody waits at a prompt. */
const deadlineMs = 2000;

/** A person is about to press the next key: errors are silent, and late answers dropped. */
async function printQuietly(host: Host, work: () => Promise<readonly string[]>): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), deadlineMs);
  });
  try {
    for (const line of await Promise.race([work(), late])) host.stdout.write(`${line}\n`);
  } catch (error) {
    if (host.env['TOOLWRIGHT_DEBUG'] === '1') return reportError(error, host);
  } finally {
    clearTimeout(timer);
  }
  return exitCodes.answered;
}
