import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userTools } from '../../../src/config/tool-folders.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { needs } from '../../support/needs.js';
import { call, command, createWorkspace, module, turn } from './scene.js';

describe('the tools of a workspace', () => {
  it('are there when exactly their content is trusted, and not otherwise', async () => {
    verifies('custom.trust.needed', 'custom.module.pinned', 'y-agent.definition.custom-type');
    const scene = createWorkspace({
      'hello.mjs': module('hello', 'hi'),
      'typed.ts': module('typed', 'ho', 'type A = 1;'),
    });
    const before = await turn(scene, [call('hello')]);
    expect(before.answers).toMatchObject([{ success: false, error_type: 'not_found' }]);
    expect(before.warned).toEqual([expect.stringMatching(/^\.toolwright\/tools: it is not trusted as it is now/)]);
    await scene.trust();
    const after = await turn(scene, [call('hello'), call('typed')]);
    expect(after.answers).toMatchObject([{ data: 'hi' }, { data: 'ho' }]);
    expect(after.warned).toEqual([]);
    scene.write('more.mjs', module('more', 'x'));
    const changed = await turn(scene, [call('hello')]);
    expect(changed.answers).toMatchObject([{ success: false, error_type: 'not_found' }]);
  });

  it('are named when they are wrong, and the others are there', async () => {
    verifies('custom.files.errors', 'custom.module.alone', 'custom.files.names', 'custom.files.formats');
    const scene = createWorkspace({
      'a-good.mjs': module('good', 'fine'),
      'b-throws.mjs': 'throw new Error("boom");',
      'c-import.mjs': "import x from './a-good.mjs';",
      'd-none.js': 'export default 1;',
      'e-json.json': '{"name": "x", "name": "y"}',
      'f-yaml.yaml': 'name: x\nname: y\n',
      'g-alias.yml': 'a: &a 1\nb: *a\n',
      'h-keys.json': { ...command('keys', ['true']), shell: true },
      'i-both.json': { ...command('both', ['true']), http: { base_url: 'https://example.com' } },
      'j-taken.mjs': module('good', 'again'),
      'k-like.mjs': module('read-file', 'x'),
      'l-schema.json': {
        ...command('odd', ['true']),
        parameters: { type: 'object', properties: { a: { type: 'odd' } } },
      },
      'm-words.json': command('words', ['echo', '{{z}}']),
      'README.md': 'Not a tool.',
      'folder/n.mjs': module('below', 'x'),
    });
    await scene.trust();
    const { answers, warned, session } = await turn(scene, [call('good'), call('read-file'), call('below')]);
    expect(answers).toMatchObject([{ data: 'fine' }, { success: false }, { success: false }]);
    expect(
      session.tools
        .list()
        .filter(({ source }) => source === 'custom')
        .map(({ name }) => name),
    ).toEqual(['good']);
    expect(warned.map((line) => line.replace('.toolwright/tools/', ''))).toEqual([
      expect.stringMatching(/^b-throws\.mjs: line 1: boom/),
      expect.stringMatching(/^c-import\.mjs: line 1 imports "\.\/a-good\.mjs"/),
      expect.stringMatching(/^d-none\.js: it exports no tool/),
      expect.stringMatching(/^e-json\.json: it is no JSON/),
      expect.stringMatching(/^f-yaml\.yaml: it is no YAML/),
      expect.stringMatching(/^g-alias\.yml: it is no YAML/),
      expect.stringMatching(/^h-keys\.json: the property "shell" is not known/),
      expect.stringMatching(/^i-both\.json: it needs either command or http/),
      expect.stringMatching(/^j-taken\.mjs: there is another tool named good/),
      expect.stringMatching(/^k-like\.mjs: the name read-file could be taken for that of the tool read_file/),
      expect.stringMatching(/^l-schema\.json: .*schema/),
      expect.stringMatching(/^m-words\.json: \{\{z\}\} in command is none of the parameters/),
    ]);
  });

  it('change while a session runs: asked about before the next request, and then loaded anew', async () => {
    verifies('custom.trust.reload');
    const scene = createWorkspace({ 'a.mjs': module('first', 'old'), 'b.mjs': module('second', 'same') });
    await scene.trust();
    const change = defineTool({
      name: 'change',
      description: 'changes a file, as somebody else could',
      parameters: { type: 'object' },
      effects: 'none',
      run() {
        scene.write('a.mjs', module('first', 'new'));
        return 'changed';
      },
    });
    const rounds = [call('first'), call('change'), call('first'), call('second')];
    const kept = await turn(scene, rounds, { tools: [change], say: 'leave it' });
    expect(kept.asked).toEqual(['It is changed.\nUse it in this session?']);
    expect(kept.answers).toMatchObject([
      { data: 'old' },
      { data: 'changed' },
      { error_type: 'not_found' },
      { data: 'same' },
    ]);
    scene.write('a.mjs', module('first', 'old'));
    const used = await turn(scene, rounds, { tools: [change], say: 'use it' });
    // Exactly this content was declined before, and is not asked about again and again.
    expect(used.asked).toEqual([]);
    scene.write('c.mjs', module('third', 'x'));
    await scene.trust();
    scene.write('a.mjs', module('first', 'old'));
    await scene.trust();
    const again = await turn(scene, rounds, { tools: [change], say: 'use it' });
    expect(again.answers.map(({ data }) => data)).toEqual(['old', 'changed', 'new', 'same']);
  });

  it('are not reached through links', async () => {
    verifies('custom.trust.needed');
    const scene = createWorkspace({ 'a.mjs': module('first', 'a') });
    writeFileSync(join(scene.workspace, 'outside.mjs'), module('outside', 'x'));
    symlinkSync(join(scene.workspace, 'outside.mjs'), join(scene.workspace, '.toolwright/tools/b.mjs'));
    await scene.trust();
    const { session } = await turn(scene, []);
    expect(
      session.tools
        .list()
        .filter(({ source }) => source === 'custom')
        .map(({ name }) => name),
    ).toEqual(['first']);
  });
});

it('cost a session without such files nothing: nothing is read, and nothing is asked', async () => {
  verifies('custom.trust.needed');
  const scene = createWorkspace({});
  let reads = 0;
  const read = async () => {
    reads += 1;
    return { files: [] };
  };
  const folder = { ...scene.folder, read };
  const { asked, warned, questions } = await turn(scene, [call('get_current_time')], { toolFolders: [folder] });
  expect({ reads, asked, warned, questions }).toEqual({ reads: 0, asked: [], warned: [], questions: [] });
});

describe('the tools beside the own config', () => {
  it('need no question, but what changes in a session does', async () => {
    verifies('custom.trust.user');
    const config = newFolder();
    const tools = join(config, 'tools');
    mkdirSync(tools);
    writeFileSync(join(tools, 'a.mjs'), module('mine', 'old'));
    const scene = createWorkspace({});
    const change = defineTool({
      name: 'change',
      description: 'changes a file',
      parameters: { type: 'object' },
      effects: 'none',
      run() {
        writeFileSync(join(tools, 'a.mjs'), module('mine', 'new one'));
        return 'changed';
      },
    });
    const rounds = [call('mine'), call('change'), call('mine')];
    const options = { tools: [change], toolFolders: [userTools(join(config, 'config.json'))] };
    const left = await turn(scene, rounds, { ...options, say: 'leave it' });
    expect(left.answers).toMatchObject([{ data: 'old' }, { data: 'changed' }, { error_type: 'not_found' }]);
    expect(left.asked).toEqual([expect.stringContaining('run inside Toolwright itself, with your rights')]);
    rmSync(join(tools, 'a.mjs'));
    writeFileSync(join(tools, 'a.mjs'), module('mine', 'old'));
    const toolFolders = [userTools(join(config, 'config.json'))];
    const used = await turn(scene, rounds, { ...options, toolFolders, say: 'use it' });
    expect(used.answers.map(({ data }) => data)).toEqual(['old', 'changed', 'new one']);
  });
});

describe('a declared command', () => {
  it.skipIf(needs('bwrap'))('gets its arguments word by word, and no shell reads them', async () => {
    verifies('custom.command.words', 'custom.command.stdin', 'custom.files.formats');
    const show = ['printf', '--', '[%s]', 'x={{x}}', '{{y}}', '{{x}}'];
    const scene = createWorkspace({
      'show.json': command('show', show),
      'input.yaml': 'name: input\ndescription: d\nparameters: { type: object }\ncommand: [cat]\n',
    });
    await scene.trust();
    const nasty = `$(id); "a" 'b' \`c\` | & > d {{y}}\n-e`;
    const { answers } = await turn(scene, [
      call('show', { x: nasty, y: ['-p', 'q r'] }),
      call('show', { x: 'a' }),
      call('input', { a: 'b"c' }),
    ]);
    expect(answers[0]?.data).toMatchObject({ stdout: `[x=${nasty}][-p][q r][${nasty}]` });
    expect(answers[1]?.data).toMatchObject({ stdout: '[x=a][a]' });
    expect(answers[2]?.data).toMatchObject({ exit_code: 0, stdout: '{"a":"b\\"c"}' });
  });

  it.each([
    [{ x: '-rf' }, true],
    [{ x: ['a', '--output=b'] }, true],
    [{ x: -1 }, false],
    [{ x: 'a-b' }, false],
  ])('does not let %j become an option', async (args, refused) => {
    verifies('custom.command.words');
    const scene = createWorkspace({ 'say.json': command('say', ['echo', '{{x}}']) });
    await scene.trust();
    const { answers } = await turn(scene, [call('say', args)]);
    expect(answers[0]?.error_message?.includes('would be read as an option') ?? false).toBe(refused);
  });

  it.skipIf(needs('bwrap'))('has the facts of the same words typed as a command', async () => {
    verifies('custom.command.facts');
    const scene = createWorkspace({
      'count.json': command('count', ['wc', '-l', '--', '{{x}}']),
      'remove.json': command('remove', ['rm', '--', '{{x}}']),
    });
    await scene.trust();
    writeFileSync(join(scene.workspace, 'a.txt'), 'a\n');
    const { answers, questions } = await turn(scene, [call('count', { x: 'a.txt' }), call('remove', { x: 'a.txt' })]);
    expect(answers).toMatchObject([{ success: true, data: { stdout: '1 a.txt\n' } }, { success: true }]);
    expect(questions.map(({ tool }) => tool)).toEqual(['remove']);
    expect(questions[0]?.facts).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'delete', target: 'a.txt', known: true })]),
    );
    const secret = await turn(scene, [call('count', { x: '/etc/shadow' })], { mode: 'ask' });
    expect(secret.questions.length + secret.answers.filter(({ success }) => !success).length).toBeGreaterThan(0);
  });
});

it('sends a declared request through the guard, and its answer taints the session', async () => {
  verifies('custom.http.guarded');
  const { port, seen } = await serve(
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":[{"b":1}]}'),
  );
  const http = { base_url: `http://127.0.0.1:${port}`, path: '/{{x}}', extract: 'a.0.b' };
  const { command: _, ...rest } = command('ask_it', []);
  const scene = createWorkspace({
    'ask.json': { ...rest, http },
    'never.json': { ...rest, name: 'never', http: { base_url: 'http://169.254.169.254/latest' } },
  });
  await scene.trust();
  const { answers, questions, session, events } = await turn(scene, [call('ask_it', { x: 'q' }), call('never')]);
  expect(answers).toMatchObject([
    { data: { status: 200, data: 1 } },
    { success: false, error_type: 'permission_denied' },
  ]);
  expect(questions).toMatchObject([{ tool: 'ask_it', facts: [{ kind: 'net', target: `127.0.0.1:${port}` }] }]);
  expect(seen).toHaveLength(1);
  expect(events.map(({ type }) => type)).toContain('taint-raised');
  expect(session.id).toMatch(/^ses_/);
});
