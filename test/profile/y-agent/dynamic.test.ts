import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { toolDefinition } from '../../../src/systems/y-agent/index.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { type Approval, bodies, newFolder, play } from '../../session/open.js';
import { needs } from '../../support/needs.js';
import { called, done, openY, type Told } from './open-y.js';

const managing = ['tool_create', 'tool_update', 'tool_delete', 'tool_list'];
const text = { text: { type: 'string' } };
const script = (source: string, language = 'sh') => ({ kind: 'script', language, source });
const greeting = 'read -r line; echo "got $line"; echo oops >&2';

const make = (name: string, implementation: object, properties: object = {}) =>
  called('tool_create', {
    name,
    description: `does ${name}`,
    parameters: { type: 'object', properties },
    implementation,
  });

interface Making extends Partial<SessionOptions> {
  /** Questions about these are answered with no, as are those about what the sandbox stopped. */
  readonly refuse?: readonly string[];
}

/** A turn in which only what was sent can be called, as the profile has it. Nothing is confined unless the options say so. */
async function turn(rounds: readonly object[], { refuse = [], ...options }: Making = {}) {
  const questions: Approval[] = [];
  const scene = await openY([...rounds, done] as never, {
    dynamicTools: true,
    exposure: { pinned: managing },
    process: createBareProcesses({ env: { PATH: process.env['PATH'] } }),
    sandbox: 'off',
    onQuestion(question) {
      if (question.kind !== 'approval') return { choice: 'deny' };
      questions.push(question);
      const isRefused = refuse.includes(question.tool) || question.again !== undefined;
      return { choice: isRefused ? 'deny' : 'once' };
    },
    ...options,
  });
  const { events } = await play(scene.session.send('go'));
  const steps = new Set(bodies(events, 'step-admitted').map(({ callId }) => callId));
  const told = bodies(events, 'call-settled')
    .filter(({ callId }) => !steps.has(callId))
    .map(({ content }) => JSON.parse(content) as Told);
  return { ...scene, questions, events, told };
}

it('makes a tool with name, description and schema, which can be called in the next request', async () => {
  verifies('y-agent.dynamic.create', 'y-agent.dynamic.callable', 'y-agent.dynamic.type', 'y-agent.dynamic.script-run');
  const { told, model, session, questions } = await turn([
    make('say_it', script(greeting), text),
    called('say_it', { text: 'a "b" $(c)' }),
    called('say_it', { text: 1, more: [] }),
  ]);
  expect(told[0]).toMatchObject({ success: true, content: { name: 'say_it', version: 1, kind: 'script' } });
  expect(model.requests[0]?.toolNames).not.toContain('say_it');
  expect(model.requests[1]?.toolNames.at(-1)).toBe('say_it');
  expect(told[1]).toMatchObject({
    success: true,
    content: { exit_code: 0, stdout: 'got {"text":"a \\"b\\" $(c)"}\n', stderr: 'oops\n' },
  });
  const made = session.listTools().find(({ tool }) => tool.name === 'say_it');
  expect(made && toolDefinition(made.tool)).toMatchObject({
    name: 'say_it',
    description: 'does say_it',
    parameters: { type: 'object', properties: text },
    category: 'Custom',
    tool_type: 'Dynamic',
    is_dangerous: true,
  });
  expect(made?.tool.limits.timeoutMs).toBe(40_000);
  expect(questions.map(({ tool }) => tool)).toContain('say_it');
});

it('makes room for what is made, and says so', async () => {
  verifies('y-agent.dynamic.callable', 'y-agent.lazy.eviction-notice');
  const { told, model } = await turn([called('ToolSearch', { tool: 'Grep' }), make('say_it', script('true'))], {
    exposure: { pinned: managing, ceiling: 12 },
  });
  expect(model.requests[1]?.toolNames.at(-1)).toBe('Grep');
  expect(model.requests[2]?.toolNames.at(-1)).toBe('say_it');
  expect(told[1]?.metadata).toMatchObject({ evicted: ['Grep'] });
});

it('changes a tool, checks it anew and raises its version; it is there in the next request', async () => {
  verifies('y-agent.dynamic.update', 'y-agent.dynamic.callable');
  const { told, model } = await turn([
    make('say_it', script('echo one')),
    called('tool_update', {
      name: 'say_it',
      implementation: script('echo two'),
      parameters: { type: 'object', properties: text },
    }),
    called('say_it', { text: 'x' }),
    called('tool_update', { name: 'say_it', implementation: script('if') }),
    called('tool_update', { name: 'FileRead', description: 'mine' }),
    called('say_it', {}),
  ]);
  expect(told[1]?.content).toMatchObject({ name: 'say_it', version: 2 });
  expect(told[2]?.content).toMatchObject({ stdout: 'two\n' });
  expect(told[3]).toMatchObject({ code: expect.stringMatching(/validation_error|runtime_error/) });
  expect(told[4]).toMatchObject({ error: expect.stringContaining('No call of yours made the tool "FileRead"') });
  expect(told[5]?.content).toMatchObject({ stdout: 'two\n' });
  expect(model.requests[2]?.toolNames).toContain('say_it');
});

it('lists, gives and deletes tools that were made', async () => {
  verifies('y-agent.dynamic.manage');
  const { told } = await turn([
    make('say_it', script('echo one')),
    called('tool_list'),
    called('tool_list', { name: 'say_it' }),
    called('tool_delete', { name: 'say_it' }),
    called('say_it'),
  ]);
  expect(told[1]?.content).toEqual({
    tools: [{ name: 'say_it', version: 1, kind: 'script', description: 'does say_it' }],
  });
  expect(told[2]?.content).toMatchObject({ version: 1, definition: { implementation: script('echo one') } });
  expect(told[3]?.content).toEqual({ deleted: 'say_it' });
  expect(told[4]).toMatchObject({ code: 'tool_not_found' });
});

it('makes no tools unless that is allowed', async () => {
  verifies('y-agent.dynamic.off-by-default');
  const { told, session } = await turn(
    [make('say_it', script('true')), called('ToolSearch', { tool: 'tool_create' })],
    {
      dynamicTools: false,
    },
  );
  expect(told.map(({ code }) => code)).toEqual(['tool_not_found', 'tool_not_found']);
  expect(session.listTools().filter(({ tool }) => tool.name.startsWith('tool_'))).toEqual([]);
});

describe('a definition', () => {
  const good = { name: 'my_tool', description: 'd', parameters: { type: 'object' }, implementation: script('true') };

  it.each([
    ['its name', { name: '1abc' }, 'start with a letter', 'fields'],
    ['a long name', { name: 'a'.repeat(65) }, 'start with a letter', 'fields'],
    ['its description', { description: 'x'.repeat(501) }, '/description', 'fields'],
    ['its source', { implementation: script('é'.repeat(40_000)) }, '65536 are the most', 'fields'],
    ['its schema', { parameters: { type: 'string' } }, 'of type object', 'fields'],
    ['the name of a built-in tool', { name: 'FileRead' }, 'there is another tool named FileRead', 'collision'],
    ['a name like that of one', { name: 'file_read' }, 'could be taken for that of the tool FileRead', 'collision'],
    ['the name of a meta tool', { name: 'Task' }, 'there is another tool named Task', 'collision'],
    ['the name of the search', { name: 'ToolSearch' }, 'ToolSearch', 'collision'],
    ['a name of MCP tools', { name: 'mcp_github_push' }, 'those of MCP tools', 'collision'],
  ] as const)('is refused for %s', async (_, wrong, why, row) => {
    verifies(`y-agent.dynamic.${row}`);
    const { told, questions } = await turn([called('tool_create', { ...good, ...wrong })]);
    expect(told[0]).toMatchObject({ code: 'validation_error', error: expect.stringContaining(why) });
    expect(questions).toEqual([]);
  });
});

it.skipIf(needs('python3')).each([
  ['bash', greeting],
  ['sh', greeting],
  ['python3', 'import sys; print("got " + sys.stdin.read()); print("oops", file=sys.stderr)'],
  ['node', 'console.log("got " + require("fs").readFileSync(0, "utf8")); console.error("oops")'],
])('runs a script in %s, with its arguments as JSON on stdin', async (language, source) => {
  verifies('y-agent.dynamic.kind-script', 'y-agent.dynamic.script-run');
  const { told } = await turn([make('say_it', script(source, language), text), called('say_it', { text: 'hi' })]);
  expect(told[1]?.content).toMatchObject({
    exit_code: 0,
    stdout: 'got {"text":"hi"}\n',
    stderr: expect.stringMatching(/oops\n$/),
  });
});

it('fills a request of an http tool, and takes a part of the answer', async () => {
  verifies('y-agent.dynamic.kind-http');
  const { port } = await serve(
    (request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: { items: [{ url: request.url }] } })),
  );
  const implementation = {
    kind: 'http',
    base_url: `http://127.0.0.1:${port}/v1`,
    path: '/users/{{text}}',
    query: { q: '{{text}}' },
    extract: 'data.items.0.url',
  };
  const { told, questions } = await turn([make('look_up', implementation, text), called('look_up', { text: 'a/b' })]);
  expect(JSON.stringify(told[1]?.content)).toContain('/v1/users/a%2Fb?q=a%2Fb');
  expect(questions[1]?.facts).toMatchObject([{ kind: 'net', target: `127.0.0.1:${port}` }]);
});

const copying = {
  kind: 'composite',
  steps: [
    { tool: 'FileRead', arguments: { path: '{{from}}' } },
    { tool: 'FileWrite', arguments: { path: '{{to}}', content: 'was: {{prev_output}}' } },
    { tool: 'FileDelete', arguments: { path: '{{from}}' } },
  ],
};
const paths = { from: { type: 'string' }, to: { type: 'string' } };

it('runs the steps of a composite tool, which see what was before, each decided about like any call', async () => {
  verifies('y-agent.dynamic.kind-composite', 'y-agent.dynamic.same-checks');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'a.txt'), 'tea');
  const rounds = [make('copy_it', copying, paths), called('copy_it', { from: 'a.txt', to: 'b.txt' })];
  const { told, questions } = await turn(rounds, { workspace, refuse: ['FileDelete'] });
  expect(questions.map(({ tool }) => tool)).toEqual(['tool_create', 'copy_it', 'FileDelete']);
  expect(readFileSync(join(workspace, 'b.txt'), 'utf8')).toMatch(/^was: .*tea/s);
  expect(told[1]).toMatchObject({
    code: 'permission_denied',
    error: expect.stringMatching(/^Step 3 \(FileDelete\) ended as denied/),
  });
  expect(existsSync(join(workspace, 'a.txt'))).toBe(true);
});

it('checks calls of a made tool as those of any other, and denies them where nobody is there', async () => {
  verifies('y-agent.dynamic.same-checks');
  const made = make('say_it', script('echo hi'), { text: { type: 'string', maxLength: 3 } });
  const { told } = await turn([made, called('say_it', { text: 'long' }), called('say_it', { text: 'hi' })], {
    refuse: ['say_it'],
  });
  expect(told.map(({ code }) => code)).toEqual([undefined, 'validation_error', 'permission_denied']);
  const alone = await turn([made], { onAsk: 'deny', onQuestion: undefined as never });
  expect(alone.told).toMatchObject([{ code: 'permission_denied' }]);
});

it.skipIf(needs('bwrap') ?? needs('python3'))(
  'reads a script before it is a tool, tries it where it can only read, and confines it',
  async () => {
    verifies('y-agent.dynamic.sandboxed');
    const workspace = newFolder();
    const outside = newFolder();
    const tried = (name: string, source: string) =>
      called('tool_create', { ...(make(name, script(source)).calls[0]?.arguments ?? {}), example: {} });
    const confined = { process: undefined as never, sandbox: 'required' as const, workspace };
    const { told, questions } = await turn(
      [
        make('broken', script('if then')),
        tried('writes', 'echo x > made.txt || exit 3'),
        make('escapes', script(`open("${outside}/" + "made.txt", "w").write("x")`, 'python3')),
        called('escapes'),
      ],
      confined,
    );
    expect(told[0]?.code).toBe('validation_error');
    expect(told[1]?.success).toBeUndefined();
    expect(existsSync(join(workspace, 'made.txt'))).toBe(false);
    expect(told[2]?.success).toBe(true);
    expect(questions.find(({ tool }) => tool === 'escapes')?.sandboxed).toBe(true);
    expect(existsSync(join(outside, 'made.txt'))).toBe(false);
  },
);

it('has what was made again when the session is gone on with, by the journal', async () => {
  verifies('y-agent.dynamic.persisted');
  const store = createMemoryStore();
  const workspace = newFolder();
  const rounds = [
    make('say_it', script('echo one')),
    called('tool_update', { name: 'say_it', implementation: script('echo two') }),
    make('gone', script('true')),
    called('tool_delete', { name: 'gone' }),
  ];
  const first = await turn(rounds, { store, workspace });
  expect(bodies(first.events, 'tool-created').map(({ definition }) => definition.name)).toEqual(['say_it', 'gone']);
  await first.session.close();
  const again = await turn([called('say_it'), called('gone')], { store, session: first.session.id });
  expect(again.model.requests[0]?.toolNames).toContain('say_it');
  expect(again.told[0]?.content).toMatchObject({ stdout: 'two\n' });
  expect(again.told[1]?.code).toBe('tool_not_found');
});
