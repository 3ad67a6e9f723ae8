// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are names of variables in tool files
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { userTools } from '../../../src/config/tool-folders.js';
import { createTrialRoom } from '../../../src/extend/custom/trial-room.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { call, command, createWorkspace, module, turn } from './scene.js';

const custom = (session: Awaited<ReturnType<typeof turn>>['session']): readonly string[] =>
  session.tools
    .list()
    .filter(({ source }) => source === 'custom')
    .map(({ name }) => name);

const exporting = (spec: string): string =>
  `export default { name: 'odd', description: 'd', parameters: { type: 'object' }, run() {}, ${spec} };`;

it('is tried beside the session: what hangs, ends the process or prints without end is found there', async () => {
  verifies('custom.module.tried');
  const loadIn = (room: ReturnType<typeof createTrialRoom>) => {
    onTestFinished(() => room.close());
    return (text: string) => room.load(`data:text/javascript,${encodeURIComponent(text)}`);
  };
  // On a busy machine a worker alone takes as long as the one that is in a hurry waits.
  const hasty = loadIn(createTrialRoom({ loadMs: 400 }));
  const load = loadIn(createTrialRoom());
  expect(await hasty('for (;;);')).toBe('it was not loaded within 0.4 s');
  expect(await hasty('await new Promise(() => {});')).toBe('it was not loaded within 0.4 s');
  expect(await load('export default 1;')).toBeUndefined();
  expect(await load('export default 2;')).toBeUndefined();
  expect(await load('process.exit(0);')).toBe('it ends the process while it is loaded');
  expect(await load('for (;;) process.stdout.write("x".repeat(1000)), await new Promise(setImmediate);')).toBe(
    'it prints too much while it is loaded',
  );
  // It ends the process only later, in the trial of another, which is tried again.
  expect(await load('setTimeout(() => process.exit(), 50);')).toBeUndefined();
  expect(await load('await new Promise((go) => setTimeout(go, 150)); export default 3;')).toBeUndefined();
});

it('that is wrong in any way is named with its line, and harms no other', async () => {
  verifies('custom.module.tried', 'custom.files.errors', 'custom.module.alone');
  const scene = createWorkspace({
    'a-exit.mjs': 'process.exit(7);',
    'b-throw.ts': `type A = 1;\n\nconst x: A = 1;\nthrow new Error('boom ' + x);`,
    'c-caps.mjs': exporting('capabilities: 7'),
    'd-run.mjs': `export default { name: 'odd', description: 'd', parameters: { type: 'object' }, run: 1 };`,
    'e-effects.mjs': exporting(`effects: 'nothing'`),
    'f-limits.mjs': exporting(`limits: { timeoutMs: 'long' }`),
    'g-plan.mjs': exporting('plan: {}'),
    'h-schema.mjs': exporting(`parameters: { type: 'object', properties: { a: { type: 'odd' } } }`),
    'i-getter.mjs': `export default { get name() { throw new Error('gotcha'); }, run() {} };`,
    'j-null.mjs': 'export default null; export const a = [null, undefined, 1, "x"]; export function b() {}',
    'k-json.json': '{\n  "name": "x",\n  oops\n}',
    'l-yaml.yaml': 'name: x\n  bad: [',
    'm-syntax.mjs': 'const a = 1;\nconst b = ;\n',
    'z-good.mjs': module('good', 'fine'),
    'odd name\u001b.mjs': 'export default 1;',
  });
  await scene.trust();
  const { session, warned, answers } = await turn(scene, [call('good')]);
  expect(answers).toMatchObject([{ data: 'fine' }]);
  expect(custom(session)).toEqual(['good']);
  expect(warned.map((line) => line.replace('.toolwright/tools/', ''))).toEqual([
    'a-exit.mjs: it ends the process while it is loaded',
    'b-throw.ts: line 4: boom 1',
    expect.stringMatching(/^c-caps\.mjs: the tool it exports cannot be used: .*capabilities/),
    'd-run.mjs: run of the tool it exports is no function',
    expect.stringMatching(/^e-effects\.mjs: .*effects/),
    expect.stringMatching(/^f-limits\.mjs: .*timeoutMs/),
    'g-plan.mjs: plan of the tool it exports is no function',
    expect.stringMatching(/^h-schema\.mjs: /),
    expect.stringMatching(/^i-getter\.mjs: .*gotcha/),
    'j-null.mjs: it exports no tool: export default defineTool({ … })',
    expect.stringMatching(/^k-json\.json: it is no JSON: line 3: /),
    expect.stringMatching(/^l-yaml\.yaml: it is no YAML: .*line \d/),
    'm-syntax.mjs: line 2 cannot be read',
    '"odd name\\u001b.mjs": it exports no tool: export default defineTool({ … })',
  ]);
});

it('is one of a thousand: all are there, the change of any is seen, and what is deleted is gone', async () => {
  verifies('custom.files.many', 'custom.trust.reload');
  const name = (at: number): string => `tool_${at.toString(36)}_${'abcdefghjk'[at % 10]}x${at}`;
  const files = Array.from({ length: 1000 }, (_, at): [string, object] => [
    `t${String(at).padStart(4, '0')}.json`,
    command(name(at), ['true']),
  ]);
  const scene = createWorkspace(Object.fromEntries(files));
  await scene.trust();
  const first = await turn(scene, []);
  expect(custom(first.session)).toHaveLength(1000);
  scene.write('t0999.json', command('other_tool', ['true']));
  rmSync(join(scene.workspace, '.toolwright/tools/t0001.json'));
  await scene.trust();
  await first.session.send('again').result;
  const names = custom(first.session);
  expect([names.length, names.includes('other_tool'), names.includes(name(1)), names.includes(name(999))]).toEqual([
    999,
    true,
    false,
    false,
  ]);
});

it('names the files that are not trusted', async () => {
  verifies('custom.trust.needed');
  const scene = createWorkspace({ 'a.mjs': module('first', 'a'), 'b\u202e.json': command('second', ['true']) });
  const { warned } = await turn(scene, []);
  expect(warned).toEqual([expect.stringMatching(/it is not trusted as it is now.*\(a\.mjs, "b.*\.json"\)$/)]);
});

it('beside the own config tells what changed, and asks about nothing that was only deleted', async () => {
  verifies('custom.trust.user', 'custom.trust.reload');
  const config = newFolder();
  const tools = join(config, 'tools');
  mkdirSync(tools);
  for (const name of ['one', 'two']) writeFileSync(join(tools, `${name}.mjs`), module(`my_${name}`, name));
  const scene = createWorkspace({});
  const folder = userTools(join(config, 'config.json'));
  const { session, asked } = await turn(scene, [{ text: 'a' }, { text: 'b' }, { text: 'c' }], {
    toolFolders: [folder],
    say: 'use it',
  });
  rmSync(join(tools, 'one.mjs'));
  await session.send('again').result;
  expect(asked).toEqual([]);
  expect(custom(session)).toEqual(['my_two']);
  writeFileSync(join(tools, 'two.mjs'), module('my_two', 'evil'));
  await session.send('again').result;
  expect(asked).toEqual([expect.stringMatching(/"two\.mjs" changed.*\n-.*'two'.*\n\+.*'evil'/s)]);
  writeFileSync(join(tools, 'three.mjs'), module('my_three', 'x'));
  const next = await turn(scene, [], { toolFolders: [folder] });
  expect([next.asked, custom(next.session)]).toEqual([[], ['my_three', 'my_two']]);
});

it('sends what a variable holds in a header, only beside the own config, and shows it to nobody', async () => {
  verifies('custom.http.variables');
  const secret = 'tok-5f2c8a9b7d6e4f3a2b1c';
  const seen: (string | undefined)[] = [];
  const { port } = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ got: request.headers.authorization }));
  });
  const http = { base_url: `http://127.0.0.1:${port}`, secret_headers: { authorization: 'Bearer ${MY_API_TOKEN}' } };
  const { command: _, ...rest } = command('ask_it', []);
  const config = newFolder();
  mkdirSync(join(config, 'tools'));
  const write = (name: string, more: object): void =>
    writeFileSync(join(config, 'tools', `${name}.json`), JSON.stringify({ ...rest, name, http: { ...http, ...more } }));
  write('ask_it', {});
  write('unset', { secret_headers: { 'x-key': '${NOT_SET_TOKEN}' } });
  write('open', { base_url: 'http://api.example.com' });
  write('known', { secret_headers: { 'x-key': '${PATH}' } });
  write('fixed', { secret_headers: { 'x-key': 'words' } });
  const scene = createWorkspace({ 'theirs.json': { ...rest, name: 'theirs', http } });
  await scene.trust();
  const env = { MY_API_TOKEN: secret, PATH: '/usr/bin' };
  const { answers, warned, events, questions, session } = await turn(scene, [call('ask_it'), call('unset')], {
    env,
    toolFolders: [userTools(join(config, 'config.json')), scene.folder],
  });
  expect(custom(session)).toEqual(['ask_it', 'unset']);
  expect(seen).toEqual([`Bearer ${secret}`]);
  expect(JSON.stringify([answers, events, questions])).not.toContain(secret);
  expect(JSON.stringify(questions[0]?.preview)).toContain('Bearer ${MY_API_TOKEN}');
  expect(answers[1]?.error_message).toContain('It needs the variable NOT_SET_TOKEN');
  expect(warned.map((line) => line.slice(line.lastIndexOf('/') + 1))).toEqual([
    expect.stringMatching(/^fixed\.json: the secret header x-key names no variable/),
    expect.stringMatching(/^known\.json: the variable PATH is not known to be secret/),
    expect.stringMatching(/^open\.json: secret_headers are sent by https/),
    expect.stringMatching(/^theirs\.json: secret_headers can be used only beside your own config/),
  ]);
});
