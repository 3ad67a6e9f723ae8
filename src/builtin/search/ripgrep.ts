import { messageOf } from '../../base/error.js';
import { cutEnd, firstLine } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { ProcessEnd, ProcessPort } from '../../tool/port.js';

export interface Search {
  readonly cwd: string;
  readonly args: readonly string[];
  /** What ends a record: a line feed, or NUL for lists of names. */
  readonly separator: '\n' | '\0';
  /** Answers whether more is wanted; at false the search is ended. */
  onRecord(record: string): boolean;
}

export interface Searched {
  /** Files and folders that could not be read: what is in them was not looked at. */
  readonly unread: number;
}

const timeoutMs = 30_000;
const maxRecordBytes = 64 * 1024;
const maxErrorChars = 2000;
const commonArgs = [
  '--no-config',
  '--color=never',
  '--no-require-git',
  // What a person ignores everywhere is not of this workspace.
  '--no-ignore-global',
];
/** What is never searched. Globs cost time, and without hidden files these are skipped anyway. */
const hiddenArgs = ['.git', '.hg', '.svn', '.bzr'].map((name) => `--glob=!${name}`);

/** Runs the ripgrep of the registry package and hands over what it prints, record by record, in bounded memory. */
export async function runRipgrep(search: Search, ctx: RunContext): Promise<Searched | ToolFailure> {
  const program = await findRipgrep();
  if (typeof program !== 'string') return program;
  const enough = new AbortController();
  let records = 0;
  let errors = '';
  let unread = 0;
  const split = splitRecords(search.separator, (record) => {
    if (enough.signal.aborted) return;
    records += 1;
    if (!search.onRecord(record)) enough.abort();
  });
  // Line by line: a piece of output may end anywhere.
  const complaints = splitRecords('\n', (line) => {
    if (unreadable.test(line)) unread += 1;
    else errors = cutEnd(errors === '' ? line : `${errors}\n${line}`, maxErrorChars);
  });
  const end = await ctx.process.run({
    command: [program, ...commonArgs, ...(search.args.includes('--hidden') ? hiddenArgs : []), ...search.args],
    own: true,
    cwd: search.cwd,
    timeoutMs,
    signal: AbortSignal.any([ctx.signal, enough.signal]),
    onOutput(chunk, stream) {
      if (stream === 'stdout') split.push(chunk);
      else complaints.push(chunk);
    },
  });
  split.end();
  complaints.end();
  if (ctx.signal.aborted) return fail('cancelled', 'The search was cancelled.');
  if (enough.signal.aborted) return { unread };
  return failureOf(end, records, errors) ?? { unread };
}

/** How ripgrep reports a file or folder it cannot open: `rg: PATH: Permission denied (os error 13)`. */
const unreadable = /\(os error \d+\)/;

/** Whether ripgrep is there and runs. */
export async function checkRipgrep(
  processes: ProcessPort,
  cwd: string,
): Promise<{ readonly version: string } | { readonly problem: string }> {
  const program = await findRipgrep();
  if (typeof program !== 'string') return { problem: 'not installed for this system' };
  let words = '';
  const end = await processes.run({
    command: [program, '--version'],
    cwd,
    timeoutMs: 5000,
    onOutput: (chunk) => {
      words += Buffer.from(chunk).toString();
    },
  });
  const version = /^ripgrep (\S+)/.exec(words)?.[1];
  if (end.state === 'exited' && end.exitCode === 0 && version !== undefined) return { version };
  return { problem: `it does not run (${end.state === 'failed' ? end.message : firstLine(words, 100) || end.state})` };
}

async function findRipgrep(): Promise<string | ToolFailure> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch (error) {
    return fail(
      'io_error',
      `ripgrep is not installed for this system: ${messageOf(error)} Use run_command with grep or find.`,
    );
  }
}

function failureOf(end: ProcessEnd, records: number, errors: string): ToolFailure | undefined {
  switch (end.state) {
    case 'timed-out':
      return fail(
        'timeout',
        `The search took longer than ${timeoutMs / 1000} s. Search a smaller folder, or narrow the pattern.`,
      );
    case 'cancelled':
      return fail('cancelled', 'The search was cancelled.');
    case 'failed':
      return fail('io_error', `The search could not be started: ${end.message}.`);
    case 'signalled':
      return fail('io_error', `The search was ended by ${end.signal}. Try again.`);
    default:
      // 0 and 1 tell found from not found; 2 also stands for a file that could not be read, which is no failure here.
      if (end.exitCode < 2 || records > 0 || errors.trim() === '') return undefined;
      return fail('validation_failed', `The pattern cannot be used. ${errors.trim().replace(/^rg: /, '')}`);
  }
}

function splitRecords(separator: string, onRecord: (record: string) => void) {
  const mark = separator.charCodeAt(0);
  let rest: Buffer = Buffer.alloc(0);
  return {
    push(chunk: Uint8Array) {
      const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
      let from = 0;
      for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, from)) {
        onRecord(bytes.toString('utf8', from, at));
        from = at + 1;
      }
      rest = bytes.subarray(from, from + maxRecordBytes);
    },
    end() {
      if (rest.length > 0) onRecord(rest.toString('utf8'));
    },
  };
}
