import { expect, it } from 'vitest';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { mcpServers } from '../../../src/session/mcp-servers.js';
import { type MiddlewareContext, toolMiddleware } from '../../../src/systems/y-agent/index.js';
import { oddServer } from '../../extend/mcp/scene.js';
import { verifies } from '../../requirements.js';
import { bodies } from '../../session/open.js';
import { called, runY } from './open-y.js';

it('calls the tools of a server mcp_server_tool, and finds them by the server', async () => {
  verifies('y-agent.dynamic.mcp-names', 'y-agent.search.by-server');
  const { told, model, events } = await runY(
    [
      called('mcp_connect', { server: 'odd' }),
      called('ToolSearch', { mcp_server: 'odd' }),
      called('mcp_odd_echo', { text: 'hi' }),
    ],
    {
      process: createBareProcesses({ env: { PATH: process.env['PATH'] } }),
      sandbox: 'off',
      extensions: [mcpServers({ odd: oddServer() })],
      onQuestion: (question) =>
        question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: question.options[0] ?? 'yes' },
    },
  );
  expect(told[0]?.content).toContain('mcp_odd_');
  const activated = told[1]?.content?.['activated'] as readonly string[];
  expect(activated.length).toBeGreaterThan(0);
  expect(activated.every((name) => name.startsWith('mcp_odd_'))).toBe(true);
  expect(model.requests[2]?.toolNames).toEqual(expect.arrayContaining([...activated]));
  expect(told[2]?.success).toBe(true);
  expect(bodies(events, 'taint-raised').at(-1)).toMatchObject({ kind: 'mcp', source: 'odd' });
});

it('shows a middleware the chain, the payload and metadata, and takes its abort with the reason', async () => {
  verifies('y-agent.pipeline.middleware-context');
  const seen: MiddlewareContext[] = [];
  const watch = toolMiddleware({
    name: 'watch',
    priority: 5,
    execute(context) {
      seen.push({ ...context });
      if (context.metadata.phase === 'post') throw new Error('post');
      if (context.payload['tool_name'] !== 'FileWrite') return;
      context.aborted = true;
      context.abort_reason = 'no writing today';
    },
  });
  const glob = { pattern: '*' };
  const { told, events } = await runY([called('FileWrite', { path: 'a', content: 'b' }), called('Glob', glob)], {
    middleware: [watch],
  });
  expect(told[0]?.error).toContain('no writing today');
  expect(told[1]?.success).toBe(true);
  const metadata = { session_id: expect.stringMatching(/^ses_/), call_id: expect.any(String) };
  expect(seen).toEqual([
    {
      chain_type: 'Tool',
      payload: { tool_name: 'FileWrite', arguments: { path: 'a', content: 'b' } },
      metadata: { phase: 'pre', ...metadata },
      aborted: false,
    },
    {
      chain_type: 'Tool',
      payload: { tool_name: 'Glob', arguments: glob },
      metadata: { phase: 'pre', ...metadata },
      aborted: false,
    },
    {
      chain_type: 'Tool',
      payload: {
        tool_name: 'Glob',
        arguments: glob,
        outcome: 'ok',
        result: { value: { files: [], total: 0, truncated: false } },
      },
      metadata: { phase: 'post', ...metadata },
      aborted: false,
    },
  ]);
  expect(bodies(events, 'middleware-failed')).toMatchObject([{ by: 'watch' }]);
});
