import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import { forkSession } from '../../../src/session/fork-session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, open } from '../../session/open.js';
import { needs } from '../../support/needs.js';
import { call, make, turn } from './scene.js';

const text = { text: { type: 'string' } };

describe('a script', () => {
  it.skipIf(needs('bwrap')).each([
    ['bash', 'read -r line; echo "got $line"; echo oops >&2'],
    ['sh', 'read -r line; echo "got $line"; echo oops >&2'],
    ['python3', 'import sys; print("got " + sys.stdin.read()); print("oops", file=sys.stderr)'],
    ['node', 'console.log("got " + require("fs").readFileSync(0, "utf8")); console.error("oops")'],
  ])('in %s reads its arguments as JSON and answers with what it printed', async (language, source) => {
    verifies('y-agent.dynamic.create', 'y-agent.dynamic.kind-script', 'y-agent.dynamic.script-run');
    const { answers, questions, session } = await turn([
      make('say_it', { kind: 'script', language, source }, text),
      call('say_it', { text: `a "b" $(c)` }),
    ]);
    expect(answers).toMatchObject([
      { success: true, data: { name: 'say_it', version: 1, kind: 'script' } },
      { success: true, data: { exit_code: 0, stdout: `got {"text":"a \\"b\\" $(c)"}\n`, stderr: 'oops\n' } },
    ]);
    expect(session.listTools().find(({ tool }) => tool.name === 'say_it')?.state).toMatch(/^(?:indexed|active)$/);
    expect(questions.map(({ tool }) => tool)).toEqual(['tool_create', 'say_it']);
    for (const { preview } of questions) expect(preview).toMatchObject({ text: expect.stringContaining(source) });
    const unknown = { kind: 'exec', target: `say_it (${language})`, known: false };
    expect(questions[1]?.facts).toEqual(expect.arrayContaining([expect.objectContaining(unknown)]));
    expect(questions[1]?.reasons).toContain('say_it is marked dangerous');
  });

  it.skipIf(needs('bwrap'))('runs in the sandbox, and what it does can be undone', async () => {
    verifies('y-agent.dynamic.sandboxed', 'y-agent.dynamic.same-checks');
    const workspace = newFolder();
    const outside = newFolder();
    const source = `open("made.txt", "w").write("hi"); open("${outside}/" + "x", "w").write("no")`;
    const { answers, events, session } = await turn(
      [make('touch_it', { kind: 'script', language: 'python3', source }), call('touch_it', {})],
      {
        workspace,
        onQuestion: (question) => ({
          choice: question.kind === 'approval' && question.again === undefined ? 'once' : 'deny',
        }),
      },
    );
    expect(bodies(events, 'approval-requested')).toMatchObject([
      { tool: 'tool_create' },
      { tool: 'touch_it', sandboxed: true },
      { tool: 'touch_it', again: { refused: [{ kind: 'write' }] } },
    ]);
    expect(existsSync(join(outside, 'x'))).toBe(false);
    expect(answers[1]).toMatchObject({ success: false, data: { exit_code: 1, changed: ['A made.txt'] } });
    await session.undo();
    expect(existsSync(join(workspace, 'made.txt'))).toBe(false);
  });

  it('is denied in mode plan, and needs a person', async () => {
    verifies('y-agent.dynamic.same-checks');
    const made = make('touch_it', { kind: 'script', language: 'sh', source: 'true' });
    const planned = await turn([made], { mode: 'plan' });
    expect(planned.answers).toMatchObject([{ success: false, error_type: 'permission_denied' }]);
    const alone = await turn([made], { onQuestion: undefined as never, onAsk: 'deny' });
    expect(alone.answers).toMatchObject([{ success: false, error_type: 'permission_denied' }]);
    const refused = await turn([made, call('touch_it', {})], { refuse: ['touch_it'] });
    expect(refused.answers).toMatchObject([{ success: true }, { success: false, error_type: 'permission_denied' }]);
  });
});

describe('a definition', () => {
  it('is not there unless it is allowed', async () => {
    verifies('y-agent.dynamic.off-by-default');
    const session = await open([{ text: 'hi' }], { builtins: true, exposure: { kind: 'all' } });
    await session.send('go').result;
    const offered = session.requests[0]?.toolNames;
    expect(offered).toContain('read_file');
    expect(offered?.filter((name) => name.startsWith('tool_'))).toEqual([]);
  });

  const script = { kind: 'script', language: 'sh', source: 'true' };
  it.each([
    ['1abc', 'start with a letter'],
    ['a b', 'start with a letter'],
    ['a'.repeat(65), 'start with a letter'],
    ['reаd_file', 'start with a letter'],
    ['read_file', 'there is another tool named read_file'],
    ['Read-File', 'could be taken for that of the tool read_file'],
    ['read_fi1e', 'could be taken for that of the tool read_file'],
    ['run_cornmand', 'could be taken for that of the tool run_command'],
    ['tool_search', 'is reserved'],
    ['mcp__github__push', 'those of MCP tools'],
  ])('cannot have the name %s', async (name, why) => {
    verifies('y-agent.dynamic.collision', 'y-agent.dynamic.fields', 'custom.files.names');
    const { answers, questions } = await turn([make(name, script)]);
    expect(answers[0]).toMatchObject({ success: false, error_type: 'validation_failed' });
    expect(answers[0]?.error_message).toContain(why);
    expect(questions).toEqual([]);
  });

  it.each([
    ['description', { description: 'x'.repeat(501) }, '/description'],
    ['source', { implementation: { ...script, source: 'é'.repeat(40_000) } }, '65536 are the most'],
    ['longer source', { implementation: { ...script, source: 'x'.repeat(65_537) } }, '/implementation/source'],
    ['empty source', { implementation: { ...script, source: ' ' } }, 'source is empty'],
    ['language', { implementation: { ...script, language: 'perl' } }, '/implementation/language'],
    ['field of another kind', { implementation: { ...script, base_url: 'https://example.com' } }, 'does not belong'],
    ['schema', { parameters: { type: 'object', properties: { a: { type: 'strange' } } } }, 'is no JSON Schema'],
    ['schema of no object', { parameters: { type: 'string' } }, 'of type object'],
    ['remote schema', { parameters: { type: 'object', $ref: 'https://example.com/x' } }, 'is no JSON Schema'],
    ['pattern', { parameters: { type: 'object', properties: { a: { pattern: '(a+)+$' } } } }, 'cannot use pattern'],
    ['unique items', { parameters: { type: 'object', items: { uniqueItems: true } } }, 'cannot use uniqueItems'],
    ['large schema', { parameters: { type: 'object', title: 'x'.repeat(20_001) } }, '20000 are the most'],
  ])('is refused for its %s', async (_, wrong, why) => {
    verifies('y-agent.dynamic.fields', 'dynamic.schema.cheap');
    const given = {
      name: 'my_tool',
      description: 'd',
      parameters: { type: 'object' },
      implementation: script,
      ...wrong,
    };
    const { answers } = await turn([call('tool_create', given)]);
    expect(answers[0]).toMatchObject({ success: false, error_type: 'validation_failed' });
    expect(answers[0]?.error_message).toContain(why);
  });

  it('is not allowed by a rule that names it: its name is the choice of the model', async () => {
    verifies('dynamic.rules.names');
    const { rules } = parseRuleList([{ allow: 'deploy' }], { layer: 'user', file: 'config.json', line: 1 });
    const { answers, questions } = await turn([make('deploy', script), call('deploy', {})], {
      rules,
      refuse: ['deploy'],
    });
    expect(questions.map(({ tool }) => tool)).toEqual(['tool_create', 'deploy']);
    expect(answers[1]).toMatchObject({ success: false, error_type: 'permission_denied' });
  });

  it('cannot hold a secret', async () => {
    verifies('custom.http.secrets');
    const { answers } = await turn([make('my_tool', { ...script, source: 'curl -H "x: hunter2-hunter2-hunter2"' })], {
      env: { MY_API_KEY: 'hunter2-hunter2-hunter2' },
    });
    expect(answers[0]?.error_message).toMatch(/it holds the secret|was not made/);
    expect(answers[0]?.success).toBe(false);
  });

  it('has versions, can be looked at and taken away', async () => {
    verifies('y-agent.dynamic.update', 'y-agent.dynamic.manage');
    const { answers, events } = await turn([
      make('my_tool', script),
      call('tool_update', { name: 'my_tool', implementation: { ...script, source: 'echo 2' } }),
      call('tool_update', { name: 'my_tool', implementation: { ...script, source: '' } }),
      call('tool_list', {}),
      call('tool_list', { name: 'my_tool' }),
      call('tool_update', { name: 'read_file', description: 'x' }),
      call('tool_delete', { name: 'read_file' }),
      call('tool_delete', { name: 'my_tool' }),
      call('my_tool', {}),
    ]);
    expect(answers.map(({ success }) => success)).toEqual([true, true, false, true, true, false, false, true, false]);
    expect(answers[3]?.data).toEqual({
      tools: [{ name: 'my_tool', version: 2, kind: 'script', description: 'does my_tool' }],
    });
    expect(answers[4]?.data).toMatchObject({ version: 2, definition: { implementation: { source: 'echo 2' } } });
    expect(answers[8]).toMatchObject({ error_type: 'not_found' });
    expect(bodies(events, 'tool-deleted')).toEqual([{ name: 'my_tool' }]);
  });

  it('is there again when its session is gone on with, and is checked again', async () => {
    verifies('y-agent.dynamic.persisted');
    const store = createMemoryStore();
    const workspace = newFolder();
    const first = await turn([make('my_tool', script), make('gone', script), call('tool_delete', { name: 'gone' })], {
      store,
      workspace,
    });
    await first.session.close();
    const warned: string[] = [];
    const again = await turn([call('tool_list', {})], {
      store,
      session: first.session.id,
      log: { warn: (message) => warned.push(message), debug: () => {} },
    });
    expect(again.answers[0]?.data).toMatchObject({ tools: [{ name: 'my_tool', version: 1 }] });
    expect(warned).toEqual([]);
    await again.session.close();
    const forked = await turn([call('tool_list', {})], { store, session: await forkSession(store, first.session.id) });
    expect(forked.answers[0]?.data).toMatchObject({ tools: [{ name: 'my_tool', version: 1 }] });
    const { defineTool } = await import('../../../src/tool/define-tool.js');
    const taken = defineTool({ name: 'my-tool', description: 'd', parameters: { type: 'object' }, run: () => 'x' });
    const third = await turn([call('tool_list', {})], {
      store,
      session: first.session.id,
      tools: [taken],
      log: { warn: (message) => warned.push(message), debug: () => {} },
    });
    expect(third.answers[0]?.data).toEqual({ tools: [] });
    expect(warned).toEqual([expect.stringContaining('the tool my_tool, which was made earlier, is not there')]);
  });
});

describe('an http tool', () => {
  it('fills a request and takes a part of the answer', async () => {
    verifies('y-agent.dynamic.kind-http', 'custom.http.guarded');
    const { port, seen } = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ data: { items: [{ url: request.url, body }] } })),
      );
    });
    const implementation = {
      kind: 'http',
      base_url: `http://127.0.0.1:${port}/v1`,
      method: 'POST',
      path: '/users/{{user}}/notes',
      query: { q: '{{text}}', more: '{{absent}}' },
      body: { note: '{{text}}', count: '{{count}}', both: '{{user}}: {{text}}' },
      extract: 'data.items.0',
    };
    const properties = { user: { type: 'string' }, count: { type: 'integer' }, absent: { type: 'string' }, ...text };
    const nasty = 'x", "admin": true, "y": "{{user}}&a=b#c\r\nX: y';
    const { answers, questions } = await turn([
      make('add_note', implementation, properties),
      call('add_note', { user: 'a/../b?c', count: 2, text: nasty }),
    ]);
    const got = answers[1]?.data as { data: { url: string; body: string } };
    expect(got.data.url.split('?')[0]).toBe('/v1/users/a%2F..%2Fb%3Fc/notes');
    expect(new URL(got.data.url, 'http://x').searchParams.get('q')).toBe(nasty);
    expect(new URL(got.data.url, 'http://x').searchParams.has('more')).toBe(false);
    expect(JSON.parse(got.data.body)).toEqual({ note: nasty, count: 2, both: `a/../b?c: ${nasty}` });
    expect(questions[1]?.facts).toEqual([expect.objectContaining({ kind: 'net', target: `127.0.0.1:${port}` })]);
    expect(seen).toHaveLength(1);
  });
});

describe('a composite', () => {
  const steps = [
    { tool: 'read_file', arguments: { path: '{{from}}' }, label: 'read' },
    { tool: 'write_file', arguments: { path: '{{to}}', content: 'was: {{read}} {{prev_output}}' } },
  ];
  const paths = { from: { type: 'string' }, to: { type: 'string' } };

  it('makes calls of its own, each decided about, asked about, recorded and undone', async () => {
    verifies('y-agent.dynamic.kind-composite', 'dynamic.steps.road', 'dynamic.steps.apart', 'dynamic.facts.union');
    verifies('dynamic.templates.inert');
    const workspace = newFolder();
    writeFileSync(join(workspace, 'a.txt'), '{{to}} {{prev_output}}\n');
    const { answers, questions, events, session } = await turn(
      [make('copy_it', { kind: 'composite', steps }, paths), call('copy_it', { from: 'a.txt', to: 'b.txt' })],
      { workspace },
    );
    expect(questions.map(({ tool }) => tool)).toEqual(['tool_create', 'copy_it', 'write_file']);
    expect(questions[1]?.facts).toEqual([
      expect.objectContaining({ kind: 'read', target: 'a.txt', known: true }),
      expect.objectContaining({ kind: 'write', target: 'write_file', known: false }),
    ]);
    expect(questions[2]?.facts).toEqual([expect.objectContaining({ kind: 'write', target: 'b.txt', known: true })]);
    const written = readFileSync(join(workspace, 'b.txt'), 'utf8');
    expect(written).toMatch(/^was: .*\{\{to\}\} \{\{prev_output\}\}/s);
    expect(written).not.toContain('b.txt');
    const parent = bodies(events, 'call-admitted')[1]?.callId;
    expect(bodies(events, 'step-admitted').map(({ name, parent: of }) => [name, of])).toEqual([
      ['read_file', parent],
      ['write_file', parent],
    ]);
    expect(answers[1]?.data).toMatchObject({
      steps: [
        { tool: 'read_file', outcome: 'ok' },
        { tool: 'write_file', outcome: 'ok' },
      ],
    });
    const messages = session.requests.at(-1)?.messages ?? [];
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(2);
  });

  it('does nothing for which its steps are not allowed', async () => {
    verifies('dynamic.steps.road', 'y-agent.dynamic.same-checks');
    const workspace = newFolder();
    writeFileSync(join(workspace, 'a.txt'), 'a');
    const { answers } = await turn(
      [make('copy_it', { kind: 'composite', steps }, paths), call('copy_it', { from: 'a.txt', to: 'b.txt' })],
      { workspace, refuse: ['write_file'] },
    );
    expect(answers[1]).toMatchObject({ success: false, error_type: 'permission_denied' });
    expect(answers[1]?.error_message).toMatch(/^Step 2 \(write_file\) ended as denied/);
    expect(existsSync(join(workspace, 'b.txt'))).toBe(false);
  });

  it.each([
    ['a tool that is not there', [{ tool: 'nothing' }], 'which is no tool here'],
    ['itself', [{ tool: 'my_tool' }], 'calls the tool itself'],
    ['what makes tools', [{ tool: 'tool_create' }], 'which only you can call'],
    ['an unknown placeholder', [{ tool: 'read_file', arguments: { path: '{{x}}' } }], '{{x}}'],
    [
      'an answer before there is one',
      [{ tool: 'read_file', arguments: { path: '{{prev_output}}' } }],
      '{{prev_output}}',
    ],
  ])('cannot have a step with %s', async (_, wrong, why) => {
    verifies('dynamic.steps.bounded');
    const { answers } = await turn([make('my_tool', { kind: 'composite', steps: wrong })]);
    expect(answers[0]?.error_message).toContain(why);
  });

  it('cannot be part of a circle, also by an update, nor of a chain that is too deep', async () => {
    verifies('dynamic.steps.bounded');
    const of = (tool: string) => ({ kind: 'composite', steps: [{ tool }] });
    const { answers } = await turn([
      make('ping', of('get_current_time')),
      make('pong', of('ping')),
      call('tool_update', { name: 'ping', implementation: of('pong') }),
      make('third', of('pong')),
      make('fourth', of('third')),
      call('third', {}),
    ]);
    expect(answers.map(({ success }) => success)).toEqual([true, true, false, true, false, true]);
    expect(answers[2]?.error_message).toContain('ping → pong → ping');
    expect(answers[4]?.error_message).toContain('only 3 deep');
  });
});
