import { execFileSync } from 'node:child_process';

const nobody = 65534;

/**
 * Runs work as a user whom file permissions bind: root gives up its rights for as long as it takes, and the folder
 * becomes that user's. Everybody else is such a user already.
 */
export async function asOrdinaryUser<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  execFileSync('chown', ['-R', `${nobody}:${nobody}`, folder]);
  process.setegid?.(nobody);
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
