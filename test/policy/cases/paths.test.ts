import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { type AskedCall, decideCase } from './decide-case.js';
import { type PolicyCase, readCases } from './read-cases.js';
import { makeFolders } from './scene.js';
import { expectScore, type ScoredCase } from './score.js';

it('decides the paths of the corpus', async () => {
  verifies('design.policy.protected-paths', 'design.policy.floor');
  const scored: ScoredCase[] = [];
  const shared = makeFolders();
  for (const one of readCases('path', shared)) {
    if (one.input['fixture'] === undefined) {
      scored.push(await decideCase(one, callOf(one), shared));
      continue;
    }
    const folders = makeFolders();
    const again = readCases('path', folders, one.id)[0] as PolicyCase;
    scored.push(await decideCase(again, callOf(again), folders));
    folders.remove();
  }
  shared.remove();
  expect(scored.length).toBeGreaterThan(25);
  expectScore(scored);
}, 120_000);

function callOf({ id, input }: PolicyCase): AskedCall {
  const { op, path, to, pattern } = input as { readonly [key: string]: string };
  switch (op) {
    case 'read':
      return { tool: 'read_file', arguments: { path } };
    case 'write':
    case 'create':
      return { tool: 'write_file', arguments: { path, content: 'x\n' } };
    case 'append':
      return { tool: 'append_file', arguments: { path, content: 'x\n' } };
    case 'delete':
      return { tool: 'delete_file', arguments: { path } };
    case 'move':
    case 'rename':
      return { tool: 'move_file', arguments: { from: path, to } };
    case 'list':
      return { tool: 'list_dir', arguments: { path } };
    case 'glob':
      return { tool: 'glob', arguments: { pattern: pattern ?? path } };
    case 'search':
      return { tool: 'grep', arguments: { pattern: pattern ?? 'x', ...(path !== undefined && { path }) } };
    default:
      throw new Error(`${id}: there is no operation ${op}`);
  }
}
