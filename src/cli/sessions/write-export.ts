import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf, systemCode, ToolwrightError } from '../../base/error.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';

/** Writes an export to stdout, or to the new file that `--output` names. `what` says what it is. */
export function writeExport(
  text: string,
  what: string,
  { invocation, host }: { readonly invocation: Invocation; readonly host: Host },
): void {
  const output = invocation.text('output') ?? '-';
  if (output === '-') {
    host.stdout.write(text);
    return;
  }
  writeNew(resolve(host.cwd, output), text);
  host.stderr.write(`${safeLine(output)}: ${what}\n`);
}

/** A conversation holds what its person holds: only they can read the file, and no other file is overwritten. */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const why = systemCode(error) === 'EEXIST' ? 'it exists already; remove it or name another file' : messageOf(error);
    throw new ToolwrightError('bad-usage', `--output ${safeLine(path)}: ${safeLine(why)}`);
  }
}
