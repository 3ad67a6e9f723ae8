import { type ChildProcess, spawn } from 'node:child_process';
import { builtCli } from './built-cli.js';
import { doorEnv } from './evidence/doors.js';
import { quietEnv } from './quiet-env.js';

export interface CliEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Written to stdin, which is then closed; undefined leaves it open and empty. */
  readonly input?: string | undefined;
}

export interface RunningCli {
  readonly child: ChildProcess;
  readonly end: Promise<CliEnd>;
  /** Resolves when stdout or stderr holds this. */
  sees(text: string | RegExp): Promise<RegExpMatchArray>;
  write(text: string): void;
}

/** Starts the built program as a user would. Nothing of the surroundings is passed on but what makes Node run. */
export async function startCli(args: readonly string[], options: CliOptions): Promise<RunningCli> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: options.cwd, ...quietEnv, ...doorEnv(), ...options.env };
  const child = spawn(process.execPath, [await builtCli(), ...args], { cwd: options.cwd, env });
  const seen = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
      for (const watcher of watchers) watcher();
    });
  }
  child.stdin.on('error', () => {});
  if (options.input !== undefined) child.stdin.end(options.input);
  const end = new Promise<CliEnd>((resolve) => {
    child.on('close', (code) => resolve({ code, ...seen }));
  });
  return {
    child,
    end,
    write: (text) => child.stdin.write(text),
    sees: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const pattern = typeof wanted === 'string' ? new RegExp(escapeText(wanted)) : wanted;
          const found = seen.stdout.match(pattern) ?? seen.stderr.match(pattern);
          if (found === null) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        void end.then((ended) => reject(new Error(`it ended without ${wanted}: ${JSON.stringify(ended)}`)));
        look();
      }),
  };
}

/** Runs it to its end. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliEnd> {
  const running = await startCli(args, { input: '', ...options });
  return running.end;
}

const escapeText = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
