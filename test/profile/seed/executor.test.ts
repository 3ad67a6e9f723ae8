import { readFileSync, realpathSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  filterRegistry,
  registerBuiltinTools,
  registerSubtaskTools,
  type SeedTool,
  seedAgents,
  type ToolContext,
  ToolExecutor,
  ToolRegistry,
} from '../../../src/systems/seed/index.js';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { createHere } from '../cli-here.js';

const names = (tools: readonly { readonly name: string }[]): string[] => tools.map(({ name }) => name);

/** A tool of Seed's contract that keeps what it was told. */
function noting(more: Partial<SeedTool> = {}): { tool: SeedTool; seen: ToolContext[]; log: string[] } {
  const seen: ToolContext[] = [];
  const log: string[] = [];
  const tool: SeedTool = {
    name: 'note',
    description: 'notes',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    group: 'edit',
    riskLevel(args, ctx) {
      log.push(`risk ${ctx.toolRiskMode}`);
      return args['text'] === 'danger' ? 'risky' : 'safe';
    },
    canExecute(args) {
      log.push('preflight');
      if (args['text'] === 'impossible') throw new Error('That cannot be noted.');
    },
    execute(args, ctx) {
      seen.push(ctx);
      log.push('execute');
      if (args['text'] === 'throw') throw new Error('broken');
      return { noted: args['text'] };
    },
    ...more,
  };
  return { tool, seen, log };
}

function executorOf(...tools: SeedTool[]) {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.register(tool);
  const executor = new ToolExecutor({ registry });
  onTestFinished(() => executor.close());
  const artifactStore = { read: async () => undefined, write: async () => 'blob:none' };
  const ctx: ToolContext = { taskId: 't1', actorId: 'ann', baseDir: realpathSync(newFolder()), artifactStore };
  const types = (): string[] => executor.auditLog.rows.map(({ type }) => type);
  return { executor, ctx, types };
}

const request = (args: object, toolName = 'note', toolCallId = 'c1') => ({
  toolCallId,
  toolName,
  arguments: args as Record<string, unknown>,
});

describe('ToolExecutor', () => {
  it('resolves, judges, audits, executes, audits and answers, in that order', async () => {
    verifies(
      'seed.executor.order',
      'seed.executor.call-id',
      'seed.contract.request-shape',
      'seed.contract.result-shape',
    );
    verifies('seed.executor.audit-requested', 'seed.executor.audit-completed');
    const { tool, log } = noting();
    const { executor, ctx, types } = executorOf({
      ...tool,
      execute(args, given) {
        log.push(...types());
        return tool.execute(args, given);
      },
    });
    const result = await executor.execute(request({ text: 'hi', more: 1 }), ctx);
    expect(result).toEqual({ toolCallId: 'c1', output: { noted: 'hi' }, isError: false });
    expect(log).toEqual(['preflight', 'risk autorun_no_public', 'ToolCallRequested', 'execute']);
    const known = { toolCallId: 'c1', toolName: 'note', authorActorId: 'ann', taskId: 't1' };
    const time = { timestamp: expect.any(Number) };
    expect(executor.auditLog.rows).toEqual([
      {
        id: 1,
        type: 'ToolCallRequested',
        payload: { ...known, input: { text: 'hi', more: 1 }, ...time },
        createdAt: expect.any(String),
      },
      {
        id: 2,
        type: 'ToolCallCompleted',
        payload: { ...known, output: { noted: 'hi' }, isError: false, durationMs: expect.any(Number), ...time },
        createdAt: expect.any(String),
      },
    ]);
  });

  it('gives the context its fields, with the usual risk mode where none is given', async () => {
    verifies('seed.contract.context-ids', 'seed.contract.context-risk-mode');
    verifies('seed.contract.risk-level');
    const { tool, seen, log } = noting();
    const { executor, ctx } = executorOf(tool);
    await executor.execute(request({ text: 'a' }), ctx);
    const confirmed = { ...ctx, toolRiskMode: 'autorun_none', confirmedInteractionId: 'ui_1' } as const;
    await executor.execute(request({ text: 'danger' }, 'note', 'c2'), confirmed);
    const fields = { taskId: expect.any(String), actorId: expect.any(String), baseDir: ctx.baseDir };
    const more = { artifactStore: { read: expect.any(Function), write: expect.any(Function) } };
    const usual = { ...fields, ...more, signal: expect.any(AbortSignal), workspaceResolver: expect.any(Function) };
    expect(seen).toEqual([
      { ...usual, toolRiskMode: 'autorun_no_public' },
      { ...usual, toolRiskMode: 'autorun_none', confirmedInteractionId: 'ui_1' },
    ]);
    expect(seen.map(({ taskId, actorId }) => [taskId, actorId])).toEqual([
      ['t1', 'ann'],
      ['t1', 'ann'],
    ]);
    expect(seen[0]?.workspaceResolver?.('private:/x')).toBe(`${ctx.baseDir}/private/t1/x`);
    expect(log).toContain('risk autorun_none');
  });

  it('refuses what has no actor, is aborted, unknown, impossible or not confirmed, and audits none of it', async () => {
    verifies('seed.executor.actor-required', 'seed.executor.aborted', 'seed.executor.unconfirmed');
    const { tool, seen } = noting();
    const { executor, ctx, types } = executorOf(tool);
    const error = (text: string) => ({
      toolCallId: 'c1',
      output: { error: expect.stringContaining(text) },
      isError: true,
    });
    const run = (args: object, more: Partial<ToolContext> = {}, name = 'note') =>
      executor.execute(request(args, name), { ...ctx, ...more });
    expect(await run({ text: 'a' }, { actorId: '' })).toEqual(error('actorId is required'));
    expect(await run({ text: 'a' }, { signal: AbortSignal.abort() })).toEqual(
      error('aborted: task was canceled or paused'),
    );
    expect(await run({}, {}, 'nobody')).toEqual(error('nobody'));
    expect(await run({ text: 'impossible' })).toEqual(error('That cannot be noted.'));
    expect(await run({ text: 'danger' }, { toolRiskMode: 'autorun_all' })).toEqual(error('user interaction'));
    expect(await run({ text: {} })).toEqual(error('text'));
    expect(seen).toEqual([]);
    expect(types()).toEqual([]);
  });

  it('takes the registry as it is at each call', async () => {
    verifies('seed.registry.late-subtasks', 'seed.registry.namespaces');
    const registry = new ToolRegistry();
    registry.register(noting().tool);
    const executor = new ToolExecutor({ registry });
    onTestFinished(() => executor.close());
    const { ctx } = executorOf();
    const run = (name: string) => executor.execute(request({ text: 'a' }, name), ctx);
    expect(await run('late')).toMatchObject({ isError: true });
    registry.setNamespace('more', [noting({ name: 'late' }).tool]);
    expect(await run('late')).toMatchObject({ output: { noted: 'a' }, isError: false });
    registry.setNamespace('more', [noting({ name: 'late', execute: () => 'another' }).tool]);
    expect(await run('late')).toMatchObject({ output: 'another' });
    registry.setNamespace('more', []);
    expect(await run('late')).toMatchObject({ isError: true });
    expect(await run('note')).toMatchObject({ isError: false });
  });

  it('goes by the context of each call', async () => {
    verifies('seed.contract.context-ids');
    const { tool, seen } = noting();
    const { executor, ctx } = executorOf(tool);
    const run = (more: Partial<ToolContext>) => executor.execute(request({ text: 'a' }), { ...ctx, ...more });
    const other = realpathSync(newFolder());
    await run({ workspaceResolver: (path) => `resolved ${path}` });
    await run({ baseDir: other });
    expect(seen.map(({ baseDir, workspaceResolver }) => [baseDir, workspaceResolver?.('x')])).toEqual([
      [ctx.baseDir, 'resolved x'],
      [other, `${other}/private/t1/x`],
    ]);
    const error = (text: string) => ({ isError: true, output: { error: expect.stringContaining(text) } });
    expect(await run({ baseDir: `${other}/missing` })).toMatchObject(error('is not a folder'));
    for (const taskId of ['', ' ', '..', 'a/b', '../b'])
      expect(await run({ taskId })).toMatchObject(error('taskId is required'));
    const empty = { ...ctx, confirmedInteractionId: '' };
    expect(await executor.execute(request({ text: 'danger' }), empty)).toMatchObject(error('not confirmed'));
    expect(seen).toHaveLength(2);
  });

  it('takes a confirmation for one call with its arguments, once, and hands it to the tool', async () => {
    verifies('seed.executor.confirmation', 'seed.contract.context-confirmed', 'seed.output.one-shot');
    const { tool, seen } = noting({ riskLevel: () => 'risky' });
    const { executor, ctx } = executorOf(tool);
    const run = (id: string, args: object, callId = 'c1', taskId = 't1') =>
      executor.execute(request(args, 'note', callId), { ...ctx, taskId, confirmedInteractionId: id });
    const error = (text: string) => ({ isError: true, output: { error: expect.stringContaining(text) } });
    expect(await run('ui_1', { text: 'a' })).toMatchObject({ isError: false });
    expect(seen.map(({ confirmedInteractionId }) => confirmedInteractionId)).toEqual(['ui_1']);
    expect(await run('ui_1', { text: 'a' })).toMatchObject(error('ui_1 was used for it already'));
    for (const [args, callId, taskId] of [
      [{ text: 'b' }, 'c1', 't1'],
      [{ text: 'a' }, 'c2', 't1'],
      [{ text: 'a' }, 'c1', 't2'],
    ] as const)
      expect(await run('ui_1', args, callId, taskId)).toMatchObject(error('ui_1 confirmed another call'));
    expect(await run('ui_2', { text: 'b' }, 'c2')).toMatchObject({ isError: false });
    expect(seen).toHaveLength(2);
  });

  it('has every file tool find its files by the resolver of the context, in plan, risk and run', async () => {
    verifies('seed.contract.context-resolver');
    const registry = new ToolRegistry();
    registerBuiltinTools(registry);
    const executor = new ToolExecutor({ registry, sandbox: 'off' });
    onTestFinished(() => executor.close());
    const { ctx } = executorOf();
    const lead: Readonly<Record<string, string>> = { 'private:': 'home', 'shared:': 'public/team', 'public:': 'open' };
    const workspaceResolver = (path: string): string => {
      const [scope = '', below = ''] = path.includes(':/') ? path.split(':/') : ['private', path];
      if (below.includes('secret')) throw new Error(`${path} leads nowhere.`);
      return `${ctx.baseDir}/${lead[`${scope}:`]}/${below}`;
    };
    let calls = 0;
    const run = async (name: string, args: object, more: Partial<ToolContext> = {}) => {
      calls += 1;
      return executor.execute(request(args, name, `c${calls}`), { ...ctx, workspaceResolver, ...more });
    };
    const create = (path: string) => ({ path, oldString: '', newString: 'needle\n' });
    expect(await run('editFile', create('a.txt'))).toMatchObject({ isError: false });
    expect(readFileSync(`${ctx.baseDir}/home/a.txt`, 'utf8')).toBe('needle\n');
    expect(await run('readFile', { path: 'private:/a.txt' })).toMatchObject({ output: 'needle' });
    expect(await run('listFiles', {})).toMatchObject({ output: { files: ['a.txt'] } });
    expect(await run('glob', { pattern: '*.txt' })).toMatchObject({ output: { files: ['home/a.txt'] } });
    expect(await run('grep', { pattern: 'needle' })).toMatchObject({ output: { content: 'home/a.txt:1: needle' } });
    expect(await run('runCommand', { command: 'cat a.txt' }, { confirmedInteractionId: 'ui_1' })).toMatchObject({
      output: { stdout: 'needle\n' },
    });
    // What it leads into is judged, whatever the path says.
    const risky = { isError: true, output: { error: expect.stringContaining('is risky here') } };
    expect(await run('editFile', create('shared:/b.txt'))).toMatchObject(risky);
    expect(await run('editFile', create('public:/b.txt'))).toMatchObject(risky);
    const outside = { workspaceResolver: () => `${ctx.baseDir}-elsewhere/x` };
    expect(await run('editFile', create('x'), outside)).toMatchObject(risky);
    expect(await run('readFile', { path: 'secret' })).toMatchObject({
      isError: true,
      output: { error: 'secret leads nowhere.' },
    });
    const audited = executor.auditLog.rows.map(({ payload }) => payload['toolName']);
    expect(audited).toHaveLength(12);
  });

  it('answers a tool that throws, and one that is aborted while it runs', async () => {
    verifies('seed.executor.throw', 'seed.contract.context-signal');
    const controller = new AbortController();
    const { tool } = noting();
    const waiting = noting({
      name: 'wait',
      execute: (_args, { signal }) => {
        controller.abort();
        return new Promise((resolve) => signal?.addEventListener('abort', () => resolve('ended')));
      },
    });
    const { executor, ctx } = executorOf(tool, waiting.tool);
    expect(await executor.execute(request({ text: 'throw' }), ctx)).toMatchObject({ isError: true });
    const ended = await executor.execute(request({ text: 'a' }, 'wait'), { ...ctx, signal: controller.signal });
    expect(ended.toolCallId).toBe('c1');
    expect(executor.auditLog.rows).toHaveLength(4);
  });

  it('records a rejection once, with both rows and a fixed output', () => {
    verifies('seed.executor.rejection', 'seed.executor.rejection-repeat');
    const { executor, ctx } = executorOf();
    const output = { isError: true, error: 'User rejected the request' };
    const rejected = { toolCallId: 'c1', output, isError: true };
    expect(executor.recordRejection(request({ text: 'a' }), ctx)).toEqual(rejected);
    const rows = structuredClone(executor.auditLog.rows);
    expect(executor.recordRejection(request({ text: 'a' }), ctx)).toEqual(rejected);
    expect(executor.auditLog.rows).toEqual(rows);
    expect(
      rows.map(({ type, payload }) => [type, payload['output'], payload['isError'], payload['durationMs']]),
    ).toEqual([
      ['ToolCallRequested', undefined, undefined, undefined],
      ['ToolCallCompleted', output, true, 0],
    ]);
  });

  it('runs the built-in tools in the scopes of the task', async () => {
    const registry = new ToolRegistry();
    registerBuiltinTools(registry);
    const executor = new ToolExecutor({ registry });
    onTestFinished(() => executor.close());
    const { ctx } = executorOf();
    const create = { path: 'a.txt', oldString: '', newString: 'a' };
    expect(await executor.execute(request(create, 'editFile'), ctx)).toEqual({
      toolCallId: 'c1',
      output: { success: true, path: 'private:/a.txt', action: 'created' },
      isError: false,
    });
    const open = { ...create, path: 'public:/a.txt' };
    expect(await executor.execute(request(open, 'editFile'), ctx)).toMatchObject({ isError: true });
    const all = { ...ctx, toolRiskMode: 'autorun_all' } as const;
    expect(await executor.execute(request(open, 'editFile'), all)).toMatchObject({ isError: false });
  });
});

describe('the audit log of a session', () => {
  it('is exported in rows with id, type, payload and time', async () => {
    verifies('seed.executor.audit-rows', 'seed.executor.audit-requested', 'seed.executor.audit-completed');
    const scene = await createHere([{ calls: [{ name: 'listFiles', arguments: {} }] }, { text: 'Done.' }]);
    await scene.run(['--profile', 'seed', 'go']);
    const { stdout } = await scene.cli(['sessions', 'export', 'last', '--format', 'seed', '--store', scene.store]);
    const known = { toolCallId: expect.any(String), toolName: 'listFiles', authorActorId: expect.any(String) };
    const payload = { ...known, taskId: expect.stringMatching(/^ses_/), timestamp: expect.any(Number) };
    const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const output = { path: 'private:/', files: [] };
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { id: 1, type: 'ToolCallRequested', payload: { ...payload, input: {} }, createdAt },
      {
        id: 2,
        type: 'ToolCallCompleted',
        payload: { ...payload, output, isError: false, durationMs: expect.any(Number) },
        createdAt,
      },
    ]);
  });
});

describe('the schema of a tool', () => {
  const { tool, seen } = noting({
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        count: { type: 'integer' },
        share: { type: 'number' },
        isNew: { type: 'boolean' },
        list: { type: 'array' },
        more: { type: 'object' },
        how: { type: 'string', enum: ['slow', 'fast'] },
      },
      required: ['text'],
    },
  });

  it.each([
    [{}, 'text'],
    [{ text: [] }, 'text'],
    [{ text: 'a', count: 1.5 }, 'count'],
    [{ text: 'a', share: 'much' }, 'share'],
    [{ text: 'a', isNew: 'perhaps' }, 'isNew'],
    [{ text: 'a', list: {} }, 'list'],
    [{ text: 'a', more: [] }, 'more'],
    [{ text: 'a', how: 'well' }, 'how'],
  ])('refuses %j before it runs', async (args, name) => {
    verifies('seed.executor.schema');
    const { executor, ctx, types } = executorOf(tool);
    const ended = await executor.execute(request(args), ctx);
    expect(ended).toMatchObject({ isError: true, output: { error: expect.stringContaining(name) } });
    expect([seen, types()]).toEqual([[], []]);
  });
});

describe('ToolRegistry', () => {
  it('finds tools by name and by group, takes each name once, and exports them for OpenAI', () => {
    verifies(
      'seed.registry.register-lookup',
      'seed.registry.duplicate-throws',
      'seed.registry.list',
      'seed.registry.list-by-groups',
      'seed.registry.openai-export',
      'seed.registry.openai-export-by-groups',
    );
    const registry = new ToolRegistry();
    const note = noting().tool;
    const look = noting({ name: 'look', group: 'search' }).tool;
    registry.register(note);
    registry.register(look);
    expect([registry.get('note'), registry.get('look'), registry.get('none')]).toEqual([note, look, undefined]);
    expect(() => registry.register(noting({ name: 'look' }).tool)).toThrow('A tool named look is registered already');
    expect(registry.list()).toEqual([note, look]);
    expect([registry.listByGroups(['search']), registry.listByGroups(['exec', 'edit'])]).toEqual([[look], [note]]);
    const exported = (name: string) => ({
      type: 'function',
      function: { name, description: 'notes', parameters: note.parameters },
    });
    expect(registry.toOpenAIFormat()).toEqual([exported('note'), exported('look')]);
    expect(registry.toOpenAIFormatByGroups(['search'])).toEqual([exported('look')]);
    expect(registry.toOpenAIFormatByGroups(['meta'])).toEqual([]);
  });

  it('holds the built-in tools from the start, and those for subtasks later', () => {
    verifies('seed.registry.builtins', 'seed.registry.late-subtasks', 'seed.registry.groups');
    verifies('seed.registry.todo-update');
    const registry = new ToolRegistry();
    registerBuiltinTools(registry);
    const first = ['readFile', 'editFile', 'listFiles', 'runCommand', 'glob', 'grep', 'todoUpdate'];
    expect(names(registry.list())).toEqual(first);
    registerSubtaskTools(registry);
    expect(names(registry.list())).toEqual([...first, 'createSubtasks', 'listSubtask']);
    expect(Object.fromEntries(registry.list().map(({ name, group }) => [name, group]))).toEqual({
      readFile: 'search',
      listFiles: 'search',
      glob: 'search',
      grep: 'search',
      editFile: 'edit',
      todoUpdate: 'edit',
      runCommand: 'exec',
      createSubtasks: 'subtask',
      listSubtask: 'subtask',
    });
    expect(() => registerBuiltinTools(registry)).toThrow('readFile is registered already');
    expect(names(registry.listByGroups(['exec', 'subtask']))).toEqual(['runCommand', 'createSubtasks', 'listSubtask']);
    expect(registry.toOpenAIFormatByGroups(['exec'])).toEqual([
      {
        type: 'function',
        function: expect.objectContaining({
          name: 'runCommand',
          parameters: expect.objectContaining({ type: 'object' }),
        }),
      },
    ]);
    expect(registry.toOpenAIFormat()).toHaveLength(9);
  });

  it('has namespaces beside, which never share a name', () => {
    verifies('seed.registry.namespaces', 'seed.registry.namespace-collision');
    const registry = new ToolRegistry();
    const named = (name: string): SeedTool => noting({ name }).tool;
    registry.register(named('own'));
    registry.setNamespace('mcp', [named('mcp__a__x')]);
    expect(names(registry.list())).toEqual(['own', 'mcp__a__x']);
    expect(() => registry.setNamespace('other', [named('mcp__a__x')])).toThrow('registered already');
    expect(() => registry.setNamespace('mcp', [named('y'), named('own')])).toThrow('registered already');
    expect(() => registry.register(named('mcp__a__x'))).toThrow('registered already');
    expect(names(registry.list())).toEqual(['own', 'mcp__a__x']);
    registry.setNamespace('mcp', [named('mcp__a__y')]);
    expect([names(registry.list()), registry.namespaces]).toEqual([['own', 'mcp__a__y'], ['mcp']]);
    registry.setNamespace('mcp', []);
    expect([names(registry.list()), registry.namespaces]).toEqual([['own'], []]);
  });

  it('shows an agent the tools of its groups', () => {
    verifies('seed.registry.agent-filter', 'seed.server.agents');
    const registry = new ToolRegistry();
    registerBuiltinTools(registry);
    const shown = (agent: keyof typeof seedAgents) => filterRegistry(registry, seedAgents[agent].toolGroups);
    expect(names(shown('coordinator').list())).toEqual(names(registry.list()));
    expect(names(shown('research').list())).toEqual(['readFile', 'listFiles', 'glob', 'grep']);
    expect(shown('research').get('editFile')).toBeUndefined();
    expect(shown('research').get('grep')?.name).toBe('grep');
    expect(names(shown('research').listByGroups(['search', 'edit']))).toHaveLength(4);
    expect(shown('chat').toOpenAIFormat()).toEqual([]);
    expect(shown('research').toOpenAIFormatByGroups(['exec'])).toEqual([]);
  });
});
