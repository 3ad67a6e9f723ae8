import { expect, it } from 'vitest';
import type { Question } from '../../../src/run/question.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { mcpServers } from '../../../src/session/mcp-servers.js';
import { call, connecting, oddServer, unwrapped } from '../../extend/mcp/scene.js';
import { verifies } from '../../requirements.js';
import { play, results } from '../open.js';
import { childEvents, delegate, openFamily } from './family.js';

it('shares the servers of its caller: started once, asked about in its name, and used by who may', async () => {
  verifies('subagents.tools.held', 'subagents.question.named');
  const bare = createBareProcesses({ env: { PATH: process.env['PATH'] } });
  let starts = 0;
  const asked: Question[] = [];
  const echo = (text: string) => call('mcp__odd__echo', { text });
  const { session, store } = await openFamily(
    {
      'do it': [
        delegate('look there'),
        echo('above'),
        delegate('only read', { allowed_tools: ['read_file'] }),
        { text: 'done' },
      ],
      'look there': [connecting(), echo('below'), { text: 'looked' }],
      'only read': [connecting(), echo('beside'), { text: 'read' }],
    },
    {
      mode: 'auto',
      sandbox: 'off',
      process: {
        ...bare,
        start(request) {
          starts += 1;
          return bare.start(request);
        },
      },
      extensions: [mcpServers({ odd: oddServer() })],
      onQuestion(question) {
        asked.push(question);
        return question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: question.options[0] ?? '' };
      },
    },
  );
  const { events } = await play(session.send('do it'));
  const [looking = [], reading = []] = await childEvents(store, session.id);
  expect(
    results(looking)
      .map(unwrapped)
      .map(({ data }) => data),
  ).toEqual([expect.stringContaining('Connected'), 'echo below']);
  expect(results(events).map(unwrapped)[1]?.data).toBe('echo above');
  expect(results(reading).map(({ error_type }) => error_type)).toEqual(['not_found', 'not_found']);
  expect(asked.map(({ tool, child }) => [tool, child?.name])).toEqual([
    ['mcp_connect', 'general-purpose'],
    ['mcp_connect', 'general-purpose'],
    ['mcp__odd__echo', 'general-purpose'],
    ['mcp__odd__echo', undefined],
  ]);
  expect(starts).toBe(1);
  // What a server says to one of them has come to both.
  expect(session.taint.sources.map(({ source }) => source)).toContain('odd');
});
