import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { shareOf } from '../../support/depth.js';
import { decideCase } from './decide-case.js';
import { readCases } from './read-cases.js';
import { makeFolders } from './scene.js';
import { expectScore, type ScoredCase } from './score.js';

it('decides the commands of the corpus', async () => {
  verifies('design.policy.shell-read-only', 'design.policy.shell-64k', 'design.policy.shell-tree');
  const scored: ScoredCase[] = [];
  const folders = makeFolders();
  let current = folders;
  const cases = readCases('command', folders);
  for (const one of shareOf(cases, Math.ceil(cases.length / 2))) {
    const needsOwn = one.input['fixture'] !== undefined;
    current = needsOwn ? makeFolders() : folders;
    const again = needsOwn ? (readCases('command', current, one.id)[0] ?? one) : one;
    const { command, cwd } = again.input as { readonly command: string; readonly cwd?: string };
    const args = { command, ...(cwd !== undefined && { cwd }) };
    scored.push(await decideCase(again, { tool: 'run_command', arguments: args }, current));
    if (needsOwn) current.remove();
  }
  folders.remove();
  expect(scored.length).toBeGreaterThan(100);
  expectScore(scored);
}, 120_000);
