import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { bodies, call, connecting, packaged, playCalls } from './scene.js';

describe('the server everything', () => {
  const servers = { all: packaged(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js')) };

  it('answers with text, a picture, structured content and links', async () => {
    verifies('mcp.real.servers', 'mcp.results.content', 'seed.server.mcp');
    const { results, events } = await playCalls(
      [
        connecting('all'),
        call('mcp__all__echo', { message: 'hi' }),
        call('mcp__all__get-sum', { a: 2, b: 3 }),
        call('mcp__all__get-tiny-image'),
        call('mcp__all__get-structured-content', { location: 'New York' }),
        call('mcp__all__get-resource-links', { count: 1 }),
        call('mcp__all__get-roots-list'),
      ],
      { servers },
    );
    expect(results.map(({ success }) => success)).toEqual(results.map(() => true));
    expect(results[1]?.data).toBe('Echo: hi');
    expect(results[2]?.data).toContain('5');
    expect(results[3]?.data).toContain('[picture 1: image/png');
    expect(results[4]?.data).toContain('"temperature"');
    expect(results[5]?.data).toContain('not looked at');
    expect(bodies(events, 'call-settled')[3]?.images).toMatchObject([{ mediaType: 'image/png' }]);
  });

  it('tells of progress, and reads resources and prompts', async () => {
    verifies('mcp.calls.progress', 'mcp.reading.resources');
    const uri = 'demo://resource/static/document/architecture.md';
    const { results, events } = await playCalls(
      [
        connecting('all'),
        call('mcp__all__trigger-long-running-operation', { duration: 1, steps: 4 }),
        call('mcp_read', { server: 'all' }),
        call('mcp_read', { server: 'all', uri }),
        call('mcp_read', { server: 'all', prompt: 'args-prompt', arguments: { city: 'Paris' } }),
        call('mcp_read', { server: 'none' }),
      ],
      { servers },
    );
    const told = events.flatMap((event) => (event.type === 'output-delta' ? [event.text] : []));
    expect(told.join('')).toContain('of 4)');
    expect(results[2]?.data).toContain(`resource ${uri}`);
    expect(results[2]?.data).toContain('prompt args-prompt(city, state?)');
    expect(results[3]?.data).toContain('Everything Server');
    expect(results[4]?.data).toContain('Paris');
    expect(results[5]).toMatchObject({ success: false, error_type: 'not_found' });
  });

  it('asks the person field by field', async () => {
    verifies('mcp.asking.person');
    const { results, questions } = await playCalls([connecting('all'), call('mcp__all__trigger-elicitation-request')], {
      servers,
      answer: (question) => {
        if (question.kind === 'approval') return { choice: 'once' };
        if (question.tool === 'mcp_connect') return { choice: 'text', text: 'use them' };
        const text = question.options[0] ?? (/name/i.test(question.text.split('\n')[1] ?? '') ? 'Ada' : '-');
        return { choice: 'text', text };
      },
    });
    const fields = questions.filter(({ kind, tool }) => kind === 'input' && tool.endsWith('elicitation-request'));
    expect(fields.length).toBeGreaterThan(5);
    expect(results[1]?.data).toContain('Ada');
  });
});

it('the server filesystem reads what the sandbox would let it, and memory remembers', async () => {
  verifies('mcp.real.servers');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'a.txt'), 'content of a\n');
  const memory = join(newFolder(), 'memory.jsonl');
  const { results } = await playCalls(
    [
      connecting('files'),
      call('mcp__files__read_text_file', { path: join(workspace, 'a.txt') }),
      call('mcp__files__read_text_file', { path: '/etc/hostname' }),
      connecting('memory'),
      call('mcp__memory__create_entities', {
        entities: [{ name: 'Ada', entityType: 'person', observations: ['counts'] }],
      }),
      call('mcp__memory__search_nodes', { query: 'Ada' }),
    ],
    {
      workspace,
      servers: {
        files: packaged(import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'), workspace),
        memory: {
          ...packaged(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js')),
          env: { MEMORY_FILE_PATH: memory },
        },
      },
    },
  );
  expect(results.map(({ success }) => success)).toEqual([true, true, false, true, true, true]);
  expect(results[1]?.data).toContain('content of a');
  expect(results[2]?.error_message).toContain('says that it failed');
  expect(results[5]?.data).toContain('counts');
  expect(readFileSync(memory, 'utf8')).toContain('Ada');
});
