import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('embeds Toolwright in at most 20 lines', () => {
  verifies('core.examples.embed');
  expect(lineCount('embed')).toBeLessThanOrEqual(20);
  expect(run('embed')).toEqual(['glob: ok', 'There are three examples here.']);
});

it('defines a tool in at most 20 lines', () => {
  verifies('core.examples.custom-tool');
  expect(lineCount('custom-tool')).toBeLessThanOrEqual(20);
  expect(run('custom-tool')).toEqual(['ok none', 'error not_found', '40 bolts; screws are not in stock.']);
});

it('approves from code', () => {
  verifies('core.examples.approve', 'core.api.answer-approval');
  const [removed, added, ...rest] = run('approve');
  expect([removed, added]).toEqual(['--- /dev/null', '+++ b/notes.md']);
  expect(rest).toEqual([
    '@@ -0,0 +1 @@',
    '+# Notes',
    'write_file: approved',
    'run_command: denied',
    'The note is written; the command was not allowed.',
    'left in the workspace: notes.md',
  ]);
});

it('has no example that is not run', () => {
  const ran = ['approve', 'custom-tool', 'embed'];
  expect(readdirSync(`${root}examples`).sort()).toEqual(ran.map((name) => `${name}.ts`));
});

function run(name: string): string[] {
  const tsx = `${root}node_modules/tsx/dist/cli.mjs`;
  const output = execFileSync(process.execPath, [tsx, `examples/${name}.ts`], { cwd: root, encoding: 'utf8' });
  return output.trimEnd().split('\n');
}

function lineCount(name: string): number {
  return readFileSync(`${root}examples/${name}.ts`, 'utf8').trimEnd().split('\n').length;
}
