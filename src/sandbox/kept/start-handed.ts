import type { ProcessStart, RunningProcess } from '../../tool/port.js';
import { createSandbox, type HandedCommand } from '../create-sandbox.js';
import { neverStarted } from '../follow.js';

/** Starts a command that was handed over, confined as it would have been where it comes from, or not at all. */
export async function startHanded(
  { sandbox: { mode, ...options }, hosts, request }: HandedCommand,
  onOutput: NonNullable<ProcessStart['onOutput']>,
): Promise<RunningProcess> {
  const sandbox = createSandbox({ ...options, mode: () => mode, hosts: () => hosts });
  await sandbox.prepare?.();
  if (!sandbox.sandboxed) return neverStarted({ state: 'failed', message: 'there is no sandbox any more' });
  return sandbox.start({ ...request, onOutput });
}
