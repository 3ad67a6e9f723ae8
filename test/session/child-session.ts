import { spawn } from 'node:child_process';
import { builtChild } from '../support/built-child.js';

/** The session of a script of this folder, which prints its id, and how the process that ran it ended. */
export async function runChild(script: string, args: readonly string[]) {
  const path = await builtChild(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const end = await new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)));
  return { id: printed.trim(), end };
}
