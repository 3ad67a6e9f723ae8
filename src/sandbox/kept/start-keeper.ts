import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defined } from '../../base/defined.js';
import { messageOf } from '../../base/error.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { isRunning } from '../process-identity.js';
import { jsonLine, onJsonLines } from './json-lines.js';
import type { KeeperJob } from './keeper.js';
import { readRecord, removeKept } from './kept-files.js';

/** A keeper that has written down what it holds, and waits for the word to start it. */
export interface ReadyKeeper {
  go(): void;
  /** Ends it, and leaves nothing behind. */
  abandon(): void;
}

const readyMs = 15_000;

/** Starts the process that holds a command, on its own: nothing that ends this process ends it. */
export async function startKeeper(job: KeeperJob): Promise<ReadyKeeper | ToolFailure> {
  const program = findProgram();
  if (program === undefined)
    return fail(
      'io_error',
      'It cannot be kept: the program that would hold it is not there. Install the package again.',
    );
  const made = makeFolder(job.folder);
  if (isFailure(made)) return made;
  const { PATH, HOME, TMPDIR } = job.process.sandbox.env;
  const child = spawn(process.execPath, [program], {
    cwd: '/',
    env: { PATH, HOME, ...defined({ TMPDIR }) },
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const abandon = (): void => {
    child.kill('SIGKILL');
    removeKept(job.folder);
  };
  child.stdin.on('error', () => {});
  child.stdin.write(jsonLine(job));
  const problem = await untilReady(child);
  if (problem !== undefined) {
    abandon();
    return fail('io_error', `It cannot be kept, and was not started: ${problem}.`);
  }
  return {
    abandon,
    go() {
      child.stdin.end(jsonLine({ go: true }));
      child.stdout.destroy();
      child.unref();
    },
  };
}

/** Where the program lies beside this file: in what is built from it, for the program and for the library. */
function findProgram(): string | undefined {
  const places = ['keeper.cjs', '../program/keeper.cjs', 'program/keeper.cjs'];
  return places.map((place) => join(import.meta.dirname, place)).find((path) => existsSync(path));
}

/** It may hold what a keeper left that was killed before its command was started. */
function makeFolder(folder: string): ToolFailure | undefined {
  try {
    const left = readRecord(folder);
    if (left !== undefined && isRunning(left.keeper))
      return fail('io_error', `It cannot be kept: another command is kept in ${folder}. Stop that first.`);
    removeKept(folder);
    mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
    mkdirSync(folder, { mode: 0o700 });
    return undefined;
  } catch (error) {
    return fail('io_error', `It cannot be kept, and was not started: ${messageOf(error)}.`);
  }
}

/** Why it will not be. */
function untilReady(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (problem: string | undefined): void => {
      clearTimeout(timer);
      resolve(problem);
    };
    const timer = setTimeout(() => end('the process that would hold it does not answer'), readyMs);
    child.once('error', (error) => end(messageOf(error)));
    child.once('close', () => end('the process that would hold it has ended'));
    if (child.stdout === null) return;
    onJsonLines(child.stdout, (said) => {
      const { ready, failed } = said as { readonly ready?: true; readonly failed?: string };
      end(ready === true ? undefined : (failed ?? 'the process that would hold it is of another version'));
    });
  });
}
