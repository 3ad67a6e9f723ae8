import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { newFolder } from '../session/open.js';
import { suiteCommand } from '../support/conformance-suite.js';
import { memoryHost, startHttp } from './mcp-scene.js';
import { suitePrompts, suiteResources, suiteTemplates } from './suite-host.js';
import { suiteTools } from './suite-tools.js';

it('passes every scenario of the official suite for servers', { timeout: 180_000 }, async () => {
  verifies('mcp-server.suite.conformance');
  const workspace = newFolder();
  const url = await startHttp(
    memoryHost({
      workspace,
      tools: suiteTools,
      resources: suiteResources,
      templates: suiteTemplates,
      prompts: suitePrompts,
    }),
  );
  // Those that the suite itself calls pending included.
  const words = ['server', '--url', url, '--suite', 'all', '--output-dir', join(workspace, 'results')];
  const { code, printed } = await run(words);
  expect(code, printed).toBe(0);
  const passed = [...printed.matchAll(/^✓ (\S+): \d+ passed, 0 failed/gm)].map(([, name]) => name);
  expect(passed, printed).toHaveLength(32);
  expect(printed).not.toMatch(/^✗/m);
});

function run(words: readonly string[]): Promise<{ readonly code: number | null; readonly printed: string }> {
  const [program = '', ...args] = [...suiteCommand(), ...words];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, printed })));
}
