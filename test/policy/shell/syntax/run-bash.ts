import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** Why bash cannot be asked here; undefined when it can. What is tested is how bash 5.2 reads. */
export function lacksBash(): string | undefined {
  const { stdout } = spawnSync('/bin/bash', ['--version'], { encoding: 'utf8' });
  return / version 5\.2\./.test(stdout ?? '') ? undefined : 'bash 5.2 is not installed';
}

/**
 * Asks bash about each text: `answer` is a command that finds it in `$t` and prints what is wanted. It runs
 * none but texts made for it. Nothing is found on the path.
 */
export function askBash(texts: readonly string[], answer: string): readonly string[] {
  const loop = `while IFS= read -r -d '' t; do ${answer}; printf '\\1\\0'; done`;
  const { stdout } = spawnSync('/bin/bash', ['--norc', '-c', loop], {
    input: texts.map((text) => `${text}\0`).join(''),
    cwd: tmpdir(),
    env: { PATH: '/nonexistent', HOME: '/home/test', LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout.split('\x01\0').slice(0, texts.length);
}
