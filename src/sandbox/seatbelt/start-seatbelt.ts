import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defined } from '../../base/defined.js';
import type { RunningProcess } from '../../tool/port.js';
import type { ConfinedStart } from '../confined-start.js';
import { failed, follow, neverStarted } from '../follow.js';
import { seatbeltProfile } from './seatbelt-profile.js';

const program = '/usr/bin/sandbox-exec';

const noTerminal = 'a confined process cannot have a terminal on this system';

export const findSeatbelt = (): boolean => existsSync(program);

/** Starts a program under macOS' sandbox-exec. It has not been tried on that system. */
export function startSeatbelt({ confinement, words, request, stdin, proxyPort }: ConfinedStart): RunningProcess {
  if (request.signal?.aborted === true) return neverStarted({ state: 'cancelled' });
  if (request.opened !== undefined) return neverStarted({ state: 'failed', message: noTerminal });
  const privateFolder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-private-')));
  const remove = (): void => rmSync(privateFolder, { recursive: true, force: true });
  const { text, paths } = seatbeltProfile(confinement, {
    privateFolder,
    ...defined({ proxyPort }),
  });
  const parameters = [...paths].flatMap(([name, path]) => ['-D', `${name}=${path}`]);
  try {
    const child = spawn(program, ['-p', text, ...parameters, '--', ...words], {
      cwd: confinement.cwd,
      env: { ...confinement.env, TMPDIR: privateFolder, HOME: privateFolder },
      detached: true,
      stdio: [stdin, 'pipe', 'pipe'],
    });
    const running = follow(child, request);
    return { ...running, ended: running.ended.finally(remove) };
  } catch (error) {
    remove();
    return neverStarted(failed(error, program));
  }
}
