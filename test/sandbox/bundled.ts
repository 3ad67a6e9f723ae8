import { writeFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

/** Writes a program of a test as one file, for a process of its own. It imports as a file of this folder would. */
export function writeBundled(path: string, program: string): void {
  const { outputFiles } = buildSync({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  writeFileSync(path, outputFiles[0]?.contents ?? '');
}
