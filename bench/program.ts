import { spawn } from 'node:child_process';

export interface ProgramOptions {
  readonly cwd: string;
  /** What it sees beside the path to programs and a home of its own: nothing of the surroundings of the bench. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ProgramEnd {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a Node program as a person would, and answers when it was started and when it had ended. */
export function runProgram(args: readonly string[], { cwd, env }: ProgramOptions): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, args, {
      cwd,
      env: { PATH: process.env['PATH'], HOME: cwd, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let endedAt = Number.NaN;
    const seen = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        seen[name] += text;
      });
    }
    child.on('error', reject);
    child.on('exit', () => {
      endedAt = performance.now();
    });
    child.on('close', (code) => {
      if (code === 0) resolve({ startedAt, endedAt, ...seen });
      else reject(new Error(`node ${args.join(' ')} ended with ${code}: ${seen.stderr || seen.stdout}`));
    });
  });
}
