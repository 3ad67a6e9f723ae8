import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { type AskedCall, decideCase, serverTool } from './decide-case.js';
import { type PolicyCase, readCases, secretValue } from './read-cases.js';
import { makeFolders } from './scene.js';
import type { ScoredCase } from './score.js';

it('denies a known secret in what is handed over, and nothing else for it', async () => {
  verifies('secret.sent.cases', 'secret.sent.denied');
  const folders = makeFolders();
  const cases = (['command', 'mcp', 'fetch', 'path'] as const)
    .flatMap((kind) => readCases(kind, folders))
    .filter(({ id, tags }) => tags.includes('known-secret') || id === 'mcp-047');
  const scored: ScoredCase[] = [];
  for (const one of cases) scored.push(await decideCase(one, callOf(one), folders));
  folders.remove();
  expect(scored.length).toBeGreaterThan(30);
  expect(
    scored
      .filter(({ one, got }) => got !== one.expect && got !== one.max)
      .map(({ one, got }) => [one.id, got, one.why]),
  ).toEqual([]);
  const denied = scored.filter(({ got, one }) => got === 'deny' && one.expect === 'deny');
  expect(denied.filter(({ reasons }) => !reasons.join().includes('API_KEY')).map(({ one }) => one.id)).toEqual([]);
  expect(denied.filter(({ reasons }) => reasons.join().includes(secretValue))).toEqual([]);
}, 120_000);

function callOf({ kind, input }: PolicyCase): AskedCall {
  if (kind === 'command') return { tool: 'run_command', arguments: { command: input['command'] } };
  if (kind === 'mcp') return { tool: serverTool.name, arguments: input['args'] as object };
  if (kind === 'path') return { tool: 'read_file', arguments: { path: input['path'] } };
  return { tool: 'web_fetch', arguments: input };
}
