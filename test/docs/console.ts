import { execFile } from 'node:child_process';
import { codeBlocks } from './markdown.js';

export interface ConsoleScene {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The console blocks of a page, each as it stands there and as its commands print it now. */
export async function playConsole(page: string, scene: ConsoleScene): Promise<readonly (readonly [string, string])[]> {
  const played: (readonly [string, string])[] = [];
  for (const { language, text } of codeBlocks(page)) {
    if (language !== 'console') continue;
    const lines = text.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
    const shown: string[] = [];
    for (const line of lines) shown.push(`$ ${line}\n${await run(line, scene)}`);
    played.push([text, shown.join('')]);
  }
  return played;
}

function run(line: string, { cwd, env }: ConsoleScene): Promise<string> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', `exec 2>&1; ${line}`], { cwd, env }, (_failed, stdout) => resolve(stdout));
  });
}
