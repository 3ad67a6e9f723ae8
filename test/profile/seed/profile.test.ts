import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSkills } from '../../../src/extend/skill/skills.js';
import type { ModelRequest } from '../../../src/model/model.js';
import { openAiChat } from '../../../src/model/provider/openai/openai-chat.js';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import type { JsonSchema } from '../../../src/schema/json-schema.js';
import { openSession } from '../../../src/session/session.js';
import { readSession } from '../../../src/session/sessions.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import {
  createSeedRuntime,
  createSeedUiBus,
  fromSeedTool,
  type SeedTool,
  type SeedUiEvent,
  seedAuditRows,
  seedOutputKinds,
} from '../../../src/systems/seed/index.js';
import { startFakeModelServer } from '../../../src/testing/index.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { call, openSeed, outputs, put, runCalls } from './seed-scene.js';

const ok = (output: unknown) => ({ output, isError: false });
const write = (path: string, newString = 'x') => call('editFile', { path, oldString: '', newString });

describe('the profile seed', () => {
  it('is found by its name, sends all its tools natively, and has results in messages of role tool', async () => {
    const { session } = await openSeed([{ calls: [call('listFiles')] }, { text: 'done' }], { profile: 'seed' });
    await play(session.send('go'));
    const [first, second] = session.requests;
    const tools = ['readFile', 'editFile', 'listFiles', 'runCommand', 'glob', 'grep', 'todoUpdate'];
    expect(first?.toolNames).toEqual([...tools, 'createSubtasks', 'listSubtask']);
    expect(second?.messages.at(-1)).toMatchObject({
      role: 'tool',
      text: '{"output":{"path":"private:/","files":[]},"isError":false}',
    });
  });

  it('asks about what is risky in the mode of the whole runtime, which may change meanwhile', async () => {
    verifies('seed.risk.mode-change', 'seed.output.one-shot');
    const runtime = createSeedRuntime();
    const { session, asked } = await openSeed(
      [
        { calls: [write('public:/a')] },
        { calls: [write('public:/b')] },
        { text: 'done' },
        { calls: [write('public:/c')] },
        { text: 'done' },
        { calls: [write('d')] },
        { text: 'done' },
      ],
      { profile: runtime.profile },
    );
    await play(session.send('go'));
    expect(asked).toHaveLength(2);
    runtime.setRiskMode('autorun_all');
    await play(session.send('go'));
    expect(asked).toHaveLength(2);
    runtime.setRiskMode('autorun_none');
    await play(session.send('go'));
    expect(asked).toHaveLength(3);
    expect(() => runtime.setRiskMode('always' as never)).toThrow('use autorun_all, autorun_no_public, autorun_none');
    expect(runtime.riskMode).toBe('autorun_none');
  });

  it('answers a rejection with fixed words, and parks where nobody is there', async () => {
    verifies('seed.output.confirmation', 'seed.executor.rejection');
    const { told, events } = await runCalls(
      [write('public:/a')],
      {},
      { onQuestion: () => ({ choice: 'deny', reason: 'no' }) },
    );
    expect(told).toEqual([{ output: { isError: true, error: 'User rejected the request' }, isError: true }]);
    expect(bodies(events, 'call-settled')).toMatchObject([{ outcome: 'denied' }]);
    const alone = await openSession({
      model: scriptedModel([{ calls: [write('public:/a')] }]),
      workspace: newFolder(),
      profile: 'seed',
    });
    const { end } = await play(alone.send('go'));
    await alone.close();
    expect(end.reason).toBe('parked');
  });

  it('asks a tool of its contract whether it can run and how risky that is while the call is planned', async () => {
    verifies('design.tool.risk-from-plan');
    const steps: string[] = [];
    const tool: SeedTool = {
      name: 'picky',
      description: 'takes some',
      parameters: { type: 'object', properties: { as: { type: 'string' } } },
      group: 'exec',
      canExecute({ as }) {
        steps.push(`can ${String(as)}`);
        if (as === 'never') throw new Error('not now');
      },
      riskLevel({ as }) {
        steps.push(`risk ${String(as)}`);
        return as === 'risky' ? 'risky' : 'safe';
      },
      execute({ as }) {
        steps.push(`run ${String(as)}`);
        return as;
      },
    };
    const picky = (as: string) => call('picky', { as });
    const { told, asked, events } = await runCalls(
      [picky('safe'), picky('risky'), picky('never')],
      {},
      { tools: [fromSeedTool(tool)], onQuestion: () => ({ choice: 'deny' }) },
    );
    expect(asked).toEqual([]);
    expect(told.map(({ isError }) => isError)).toEqual([false, true, true]);
    expect(steps.filter((step) => !step.startsWith('run'))).toEqual([
      'can safe',
      'risk safe',
      'can risky',
      'risk risky',
      'can never',
    ]);
    expect(steps.filter((step) => step.startsWith('run'))).toEqual(['run safe']);
    expect(bodies(events, 'call-decided').map(({ verdict }) => verdict)).toEqual(['allow', 'ask']);
    expect(bodies(events, 'call-refused').map(({ stage }) => stage)).toEqual(['plan']);
  });

  it('hands the interaction that approved a call to its tool, and none to a call nobody was asked about', async () => {
    verifies('seed.contract.context-confirmed', 'seed.contract.execute', 'seed.contract.context-risk-mode');
    const seen: unknown[] = [];
    const tool: SeedTool = {
      name: 'note',
      description: 'notes',
      parameters: { type: 'object', properties: { as: { type: 'string' } } },
      group: 'exec',
      riskLevel: ({ as }) => (as === 'risky' ? 'risky' : 'safe'),
      execute({ as }, { confirmedInteractionId, toolRiskMode }) {
        seen.push([as, confirmedInteractionId, toolRiskMode]);
        return 'noted';
      },
    };
    const calls = [call('note', { as: 'risky' }), call('note', { as: 'safe' })];
    const { asked, told } = await runCalls(calls, {}, { tools: [fromSeedTool(tool)], riskMode: 'autorun_all' });
    expect(told).toEqual([ok('noted'), ok('noted')]);
    expect(seen).toEqual([
      ['risky', `ui_${asked[0]?.id.slice(-12)}`, 'autorun_all'],
      ['safe', undefined, 'autorun_all'],
    ]);
  });

  it('keeps what a preflight refuses from the person, the bus and the audit', async () => {
    verifies('seed.output.preflight', 'seed.output.event-other', 'seed.output.kinds', 'seed.contract.preflight');
    const store = createMemoryStore();
    const picky: SeedTool = {
      name: 'picky',
      description: 'never can',
      parameters: { type: 'object', properties: {} },
      group: 'exec',
      riskLevel: () => 'risky',
      canExecute: () => {
        throw new Error('not now');
      },
      execute: () => 'done',
    };
    const { session, asked } = await openSeed(
      [
        { reasoning: 'hm', text: 'Looking.', calls: [call('picky')] },
        { calls: [call('listFiles'), call('glob', { pattern: '*' })] },
        { text: 'Done.' },
      ],
      { store, tools: [fromSeedTool(picky)] },
    );
    const told: SeedUiEvent[] = [];
    session.on(
      createSeedUiBus({
        taskId: session.id,
        agentId: 'coordinator',
        previewCall: session.previewCall,
        emit: (one) => told.push(one),
      }).take,
    );
    const { events } = await play(session.send('go'));
    expect(outputs(events)[0]).toEqual({ output: { error: 'not now' }, isError: true });
    expect(asked).toEqual([]);
    expect(JSON.stringify(told.filter(({ type }) => type !== 'agent_output'))).not.toContain('picky');
    const rows = seedAuditRows(await readSession(store, session.id));
    expect(rows.map(({ type, payload }) => `${type} ${String(payload['toolName'])}`).sort()).toEqual([
      'ToolCallCompleted glob',
      'ToolCallCompleted listFiles',
      'ToolCallRequested glob',
      'ToolCallRequested listFiles',
    ]);
    const task = { taskId: session.id, agentId: 'coordinator' };
    expect(told.filter(({ type }) => type === 'agent_output')).toEqual(
      [
        { kind: 'reasoning', content: 'hm' },
        { kind: 'text', content: 'Looking.' },
        { kind: 'tool_call', content: 'picky' },
        { kind: 'tool_calls', content: 'listFiles, glob' },
        { kind: 'text', content: 'Done.' },
        { kind: 'done', content: 'Done.' },
      ].map((output) => ({ type: 'agent_output', ...task, ...output })),
    );
    expect(told).toContainEqual({ type: 'stream_delta', ...task, kind: 'text', content: 'Looking.' });
    expect(told).toContainEqual({ type: 'stream_end', ...task });
    const audited = told.flatMap((one) => (one.type === 'audit_entry' ? [one.entry] : []));
    expect(audited).toEqual(rows);
    const ends = told.flatMap((one) => (one.type === 'tool_call_end' ? [[one.toolName, one.output]] : []));
    expect(Object.fromEntries(ends)).toEqual({
      listFiles: { path: 'private:/', files: [] },
      glob: { files: [], count: 0, truncated: false },
    });
    expect(seedOutputKinds).toEqual([
      'text',
      'verbose',
      'error',
      'reasoning',
      'tool_call',
      'tool_calls',
      'done',
      'failed',
    ]);
  });

  it('tells of a failed task as failed', async () => {
    verifies('seed.output.kinds');
    const rounds = Array.from({ length: 51 }, () => ({ calls: [call('listFiles')] }));
    const { session } = await openSeed(rounds);
    const told: SeedUiEvent[] = [];
    session.on(
      createSeedUiBus({ taskId: 't', agentId: 'a', previewCall: session.previewCall, emit: (one) => told.push(one) })
        .take,
    );
    const { end } = await play(session.send('go'));
    expect([end.reason, end.rounds]).toEqual(['failed', 50]);
    expect(told.at(-1)).toMatchObject({ type: 'agent_output', kind: 'failed' });
  });

  it('bounds an answer at 4096 tokens, unless its model is opened with another number', async () => {
    verifies('seed.conversation.loop-tokens');
    const seen: (number | undefined)[] = [];
    const scripted = scriptedModel([{ text: 'hi' }]);
    const model = {
      ...scripted,
      stream(request: ModelRequest, emit: Parameters<typeof scripted.stream>[1]) {
        seen.push(request.maxTokens);
        return scripted.stream(request, emit);
      },
    };
    const { session } = await openSeed([], { model });
    await play(session.send('go'));
    expect(seen).toEqual([4096]);
    const server = await startFakeModelServer({ rounds: [{ text: 'a' }, { text: 'b' }] });
    for (const more of [{}, { maxOutputTokens: 99 }]) {
      const remote = openAiChat({ baseUrl: server.url, model: 'fake', ...more });
      const other = await openSeed([], { model: remote });
      await play(other.session.send('go'));
    }
    const sent = server.requests.map(({ body }) => JSON.stringify(body));
    await server.close();
    expect(sent.map((body) => /"max_(?:completion_)?tokens":(\d+)/.exec(body)?.[1])).toEqual(['4096', '99']);
  });

  it('has tools for the web where a search provider is named, and not elsewhere', async () => {
    verifies('seed.registry.web-tools', 'seed.registry.groups');
    const web = ({ session }: Awaited<ReturnType<typeof openSeed>>) =>
      session.tools.list().flatMap(({ name, group }) => (name.startsWith('web_') ? [`${group}: ${name}`] : []));
    expect(web(await openSeed([]))).toEqual([]);
    const { port, seen } = await serve((request, response) => {
      const isSearch = request.url?.startsWith('/search') === true;
      const found = [{ title: 'Tea', url: 'http://example.org/', content: 'Hot.' }];
      response.writeHead(200, { 'content-type': isSearch ? 'application/json' : 'text/plain' });
      response.end(isSearch ? JSON.stringify({ results: found }) : 'A page.');
    });
    const url = `http://127.0.0.1:${port}`;
    const scene = await runCalls(
      [call('web_search', { query: 'tea', maxResults: 3 }), call('web_fetch', { url: `${url}/page` })],
      {},
      { webSearch: { engine: 'searxng', url } },
    );
    expect(web(scene)).toEqual(['search: web_search', 'search: web_fetch']);
    expect(scene.told).toMatchObject([
      { output: { query: 'tea', results: [{ title: 'Tea', url: 'http://example.org/' }] }, isError: false },
      { output: { url: `${url}/page`, text: expect.stringContaining('A page.') }, isError: false },
    ]);
    expect(seen).toHaveLength(2);
  });

  it('has tools with a name, a description, an object schema and one of five groups', async () => {
    verifies('seed.contract.identity', 'seed.contract.group');
    const { session } = await activated(['tidy']);
    const tools = session.tools.list();
    const read = tools.map(({ name, group, description, parameters }) => {
      const { type, properties, required = [] } = parameters as JsonSchema;
      expect([name, description, type]).toEqual([name, expect.stringMatching(/\w{3}/), 'object']);
      expect([name, ...Object.keys(properties ?? {})]).toEqual(expect.arrayContaining([name, ...required]));
      expect([name, typeof properties]).toEqual([name, 'object']);
      return `${group}: ${name}(${required.join(', ')})`;
    });
    expect(read).toEqual([
      'search: readFile(path)',
      'edit: editFile(path, oldString, newString)',
      'search: listFiles()',
      'exec: runCommand(command)',
      'search: glob(pattern)',
      'search: grep(pattern)',
      'edit: todoUpdate(todos)',
      'subtask: createSubtasks(tasks)',
      'subtask: listSubtask()',
      'meta: activateSkill(name)',
    ]);
  });
});

describe('a skill of the workspace', () => {
  it('is loaded with consent and mounted, without what is not its own', async () => {
    verifies('seed.skills.activate', 'seed.skills.mount', 'seed.risk.activate-first');
    const { told, asked, inPrivate } = await activated(['tidy']);
    expect(told).toEqual([
      {
        output: {
          success: true,
          skill: { name: 'tidy', description: 'tidies up', location: expect.stringContaining('skills/tidy') },
          alreadyActivated: false,
          mountPath: 'private:/.skills/tidy',
          folderStructure: expect.arrayContaining([expect.stringContaining('list.txt')]),
          instructions: expect.stringContaining('Tidy it.'),
        },
        isError: false,
      },
    ]);
    expect(asked).toMatchObject([{ kind: 'approval', tool: 'activateSkill' }]);
    expect(readFileSync(inPrivate('.skills/tidy/list.txt'), 'utf8')).toBe('one\n');
    expect(readdirSync(inPrivate('.skills/tidy')).sort()).toEqual(['SKILL.md', 'list.txt']);
  });

  it('is loaded without a question the second time, which is said', async () => {
    verifies('seed.skills.activate-again', 'seed.risk.activate-again');
    const { told, asked } = await activated(['tidy', 'tidy']);
    expect(told).toMatchObject([
      { output: { success: true, alreadyActivated: false }, isError: false },
      { output: { success: true, alreadyActivated: true }, isError: false },
    ]);
    expect(asked).toHaveLength(1);
  });

  it('is listed where another is asked for, without a question', async () => {
    verifies('seed.skills.unknown', 'seed.risk.activate-again');
    const { told, asked } = await activated(['untidy']);
    expect(told).toMatchObject([{ output: { availableSkills: ['tidy'] }, isError: true }]);
    expect(asked).toEqual([]);
  });

  it('brings the tool that loads it, which is not there without one', async () => {
    verifies('seed.registry.late-skill');
    const { session } = await activated([]);
    expect(session.tools.get('activateSkill')?.group).toBe('meta');
    const bare = await openSeed([], { extensions: [createSkills()] });
    expect(bare.session.tools.get('activateSkill')).toBeUndefined();
    expect(existsSync(join(bare.workspace, 'private', bare.session.id))).toBe(true);
  });
});

/** A session over a workspace with the skill tidy, in which the model activates these, one a round. */
function activated(names: readonly string[]) {
  const workspace = realpathSync(newFolder());
  const folder = join(workspace, 'skills/tidy');
  put(join(folder, 'SKILL.md'), '---\nname: tidy\ndescription: tidies up\n---\nTidy it.\n');
  put(join(folder, 'list.txt'), 'one\n');
  put(join(folder, '.git/config'), '[core]\n');
  put(join(folder, 'node_modules/other/index.js'), 'other();\n');
  const calls = names.map((name) => call('activateSkill', { name }));
  return runCalls(calls, {}, { workspace, extensions: [createSkills({ trusted: [workspace] })] });
}
