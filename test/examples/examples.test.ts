import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { installBuilt, runExample } from '../support/run-example.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'toolwright-examples-'));
beforeAll(() => installBuilt(folder), 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

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
  return runExample(`${root}examples/${name}.ts`, { folder, cwd: root }).trimEnd().split('\n');
}

function lineCount(name: string): number {
  return readFileSync(`${root}examples/${name}.ts`, 'utf8').trimEnd().split('\n').length;
}
