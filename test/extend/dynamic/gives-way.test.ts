import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Extension } from '../../../src/extend/extension.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder } from '../../session/open.js';
import { createWorkspace, module } from '../custom/scene.js';
import { call, make, turn } from './scene.js';

const script = { kind: 'script', language: 'sh', source: 'echo made' };
const plain = (name: string, answer: string) =>
  defineTool({ name, description: 'd', parameters: { type: 'object' }, effects: 'none', run: () => answer });

/** Registers a tool once so many requests were made. */
function arriving(name: string, after: number): Extension {
  let register = (): void => {};
  let rounds = 0;
  return {
    name: 'late',
    open({ registry }) {
      register = () => registry.register(plain(name, 'theirs'));
    },
    beforeRound() {
      rounds += 1;
      if (rounds === after) register();
    },
  };
}

describe('a made tool', () => {
  it('gives way to one of a like name that comes later, and does not take that one away', async () => {
    verifies('dynamic.names.give-way', 'y-agent.dynamic.collision');
    const warned: string[] = [];
    const { answers, events, session } = await turn(
      [
        make('my_tool', script),
        call('my_tool', {}),
        call('tool_delete', { name: 'my_tool' }),
        call('tool_list', {}),
        call('My-Tool', {}),
      ],
      { extensions: [arriving('My-Tool', 2)], log: { warn: (message) => warned.push(message), debug: () => {} } },
    );
    expect(answers).toMatchObject([
      { success: true },
      { success: false, error_type: 'not_found' },
      { success: false, error_type: 'not_found' },
      { data: { tools: [] } },
      { data: 'theirs' },
    ]);
    expect(bodies(events, 'tool-deleted')).toEqual([{ name: 'my_tool' }]);
    expect(warned).toEqual([expect.stringContaining('the tool my_tool, which the model made, is taken away')]);
    expect(session.tools.get('My-Tool')?.source).toBe('custom');
  });

  it('gives way to a tool of exactly its name in a file, also when its session is gone on with', async () => {
    verifies('dynamic.names.give-way', 'y-agent.dynamic.persisted');
    const scene = createWorkspace({});
    const { workspace, store } = scene;
    const first = await turn([make('deploy', script)], { workspace, store });
    await first.session.close();
    scene.write('deploy.mjs', module('deploy', 'theirs'));
    await scene.trust();
    const again = await turn([call('deploy', {}), call('tool_list', {})], {
      store,
      session: first.session.id,
      toolFolders: [scene.folder],
      log: { warn: () => {}, debug: () => {} },
    });
    expect(again.answers).toMatchObject([{ data: 'theirs' }, { data: { tools: [] } }]);
    await again.session.close();
    const other = createWorkspace({});
    const during = await turn([make('deploy', script), call('write', {}), call('deploy', {})], {
      workspace: other.workspace,
      store: other.store,
      toolFolders: [other.folder],
      tools: [
        defineTool({
          name: 'write',
          description: 'd',
          parameters: { type: 'object' },
          effects: 'none',
          async run() {
            other.write('deploy.mjs', module('deploy', 'theirs'));
            await other.trust();
          },
        }),
      ],
    });
    expect(during.answers[2]).toMatchObject({ data: 'theirs' });
    expect(during.session.tools.get('deploy')?.source).toBe('custom');
  });

  it.each(['mcp-server', 'MCP__x__y', 'rncp__github__push', 'mcpgithubpush'])('cannot be named %s', async (name) => {
    verifies('y-agent.dynamic.collision');
    const { answers } = await turn([make(name, script)]);
    expect(answers[0]?.error_message).toContain('those of MCP tools');
  });

  it('of steps over a tool that comes only later is restored, and works then', async () => {
    verifies('y-agent.dynamic.persisted');
    const store = createMemoryStore();
    const steps = { kind: 'composite', steps: [{ tool: 'late' }] };
    const first = await turn([make('my_tool', steps)], { store, extensions: [arriving('late', 1)] });
    await first.session.close();
    const warned: string[] = [];
    const again = await turn([call('my_tool', {}), call('my_tool', {})], {
      store,
      session: first.session.id,
      extensions: [arriving('late', 2)],
      log: { warn: (message) => warned.push(message), debug: () => {} },
    });
    expect(warned).toEqual([]);
    expect(again.answers).toMatchObject([{ error_type: 'not_found' }, { data: { output: 'theirs' } }]);
  });
});

describe('nobody gets more by it', () => {
  const origin = { layer: 'user', file: 'config.json', line: 1 } as const;
  const writing = {
    kind: 'composite',
    steps: [{ tool: 'write_file', arguments: { path: 'a.txt', content: 'x' } }],
  };

  it('in mode plan, though it was made before', async () => {
    verifies('y-agent.dynamic.same-checks', 'dynamic.steps.road');
    const workspace = newFolder();
    const store = createMemoryStore();
    const first = await turn([make('my_tool', writing), make('other', script)], { workspace, store });
    await first.session.close();
    const planned = await turn([call('my_tool', {}), call('other', {})], {
      store,
      session: first.session.id,
      mode: 'plan',
    });
    expect(planned.answers).toMatchObject([{ success: false }, { success: false }]);
    expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
  });

  it('where a rule denies the tool of a step, or the place', async () => {
    verifies('y-agent.dynamic.same-checks', 'dynamic.steps.road');
    for (const rule of ['write_file', 'write(a.txt)']) {
      const workspace = newFolder();
      const { rules } = parseRuleList([{ deny: rule }], origin);
      const { answers } = await turn([make('my_tool', writing), call('my_tool', {})], {
        workspace,
        rules,
        mode: 'auto',
      });
      expect(answers[1]).toMatchObject({ success: false, error_type: 'permission_denied' });
      expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
    }
  });

  it('as a subagent: it makes no tools, and of those that were made it has what it may use', async () => {
    verifies('dynamic.subagents.ceiling');
    const workspace = newFolder();
    const task = (tools: readonly string[]) => call('delegate', { prompt: 'do it', allowed_tools: tools });
    const { session, answers } = await turn(
      [
        make('my_tool', writing),
        task(['my_tool', 'read_file', 'tool_list']),
        call('my_tool', {}),
        { text: 'could not' },
        task(['read_file', 'tool_create']),
        { text: 'nothing' },
      ],
      { workspace, mode: 'auto' },
    );
    const ofChildren = session.requests.filter(({ messages }) => JSON.stringify(messages[0]).includes('the subagent'));
    expect(ofChildren.map(({ toolNames }) => [...toolNames].sort())).toEqual([
      ['my_tool', 'read_file', 'tool_list'],
      ['my_tool', 'read_file', 'tool_list'],
      ['read_file'],
    ]);
    expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
    expect(answers.at(-1)).toMatchObject({ success: true });
  });
});
