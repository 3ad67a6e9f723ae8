import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute } from 'node:path';
import { succeeds } from '../../base/attempt.js';
import type { ProcessEnd } from '../../tool/port.js';
import { createBareProcesses } from '../bare-process.js';
import type { Confinement } from '../confinement.js';
import { defaultLimits } from '../limits/default-limits.js';
import type { Environment } from '../process-env.js';
import { type RefusalCause, refusalCause } from './refusal-cause.js';
import { startBubblewrap } from './start-bubblewrap.js';

/** Whether commands can be confined with bubblewrap here. */
export type BubblewrapState =
  | { readonly state: 'works'; readonly path: string; readonly version: string }
  | { readonly state: 'missing' }
  | {
      readonly state: 'refused';
      readonly path: string;
      readonly version: string;
      readonly words: string;
      readonly cause: RefusalCause;
    };

/** Never by PATH: a workspace may put a program of that name there. */
const places = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

const timeoutMs = 5000;

const tried = new Map<string, Promise<BubblewrapState>>();

/**
 * Looks for bubblewrap and tries it, once where it works: it may be there, and the system may still refuse it what it needs.
 * `TOOLWRIGHT_BUBBLEWRAP` names another program, by its absolute path.
 */
export async function findBubblewrap({ TOOLWRIGHT_BUBBLEWRAP: named }: Environment): Promise<BubblewrapState> {
  const path = (named === undefined ? places : [named]).find(isProgram);
  if (path === undefined) return { state: 'missing' };
  const trial = tried.get(path) ?? tryBubblewrap(path);
  tried.set(path, trial);
  const found = await trial;
  // The machine may have been out of processes or descriptors: the next session tries again.
  if (found.state !== 'works') tried.delete(path);
  return found;
}

const isProgram = (path: string): boolean => isAbsolute(path) && succeeds(() => accessSync(path, constants.X_OK));

async function tryBubblewrap(path: string): Promise<BubblewrapState> {
  const [version, { end, words }] = await Promise.all([readVersion(path), runTrial(path)]);
  if (end.state === 'exited' && end.exitCode === 0) return { state: 'works', path, version };
  return { state: 'refused', path, version, words, cause: refusalCause(words) };
}

async function readVersion(path: string): Promise<string> {
  const said = collect();
  await createBareProcesses({ env: {} }).run({ command: [path, '--version'], cwd: '/', timeoutMs, ...said });
  return said.firstLine().replace(/^bubblewrap\s*/, '');
}

interface Trial {
  readonly end: ProcessEnd;
  /** Why it failed. */
  readonly words: string;
}

/** Started in the same way as a command, with every kind of mount, so that what works here works there. */
async function runTrial(path: string): Promise<Trial> {
  const confinement: Confinement = {
    mounts: [
      { path: '/', as: 'read' },
      { path: '/run', as: 'empty' },
      { path: '/var/tmp', as: 'hidden' },
      { path: tmpdir(), as: 'write' },
    ],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    hosts: [],
    limits: defaultLimits(),
  };
  const said = collect();
  const request = { command: ['true'], cwd: '/', timeoutMs, ...said } as const;
  const end = await startBubblewrap(path, { confinement, words: ['true'], request, stdin: 'ignore' }).ended;
  const line = said.firstLine().replace(/^bwrap: /, '');
  return { end, words: line !== '' ? line : 'message' in end ? end.message : `its trial ended as ${end.state}` };
}

function collect() {
  let text = '';
  return {
    onOutput(chunk: Uint8Array): void {
      if (text.length < 1000) text += Buffer.from(chunk).toString();
    },
    firstLine: (): string => text.trim().split('\n')[0] ?? '',
  };
}
