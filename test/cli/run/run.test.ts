import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/session/event.js';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { createScene, type Scene } from '../../support/scene.js';
import { runCli, startCli } from '../../support/spawn-cli.js';

const writeA = { name: 'write_file', arguments: { path: 'a.txt', content: 'one\n' } };
const run = (scene: Scene, args: readonly string[], options: { input?: string; env?: Record<string, string> } = {}) =>
  runCli(['run', ...scene.flags, ...args], { cwd: scene.folder, ...options });
const eventsOf = (stdout: string): SessionEvent[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionEvent);
const userTexts = (body: unknown): unknown[] =>
  (body as { messages: { role: string; content: unknown }[] }).messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content);

describe('toolwright run', () => {
  it('does one turn: the answer on stdout, everything else on stderr', async () => {
    verifies('core.run.one-turn', 'core.run.stream', 'core.run.exit-answered', 'core.run.model-flags');
    const scene = await createScene([
      { text: 'I look.', calls: [{ name: 'read_file', arguments: { path: 'a.txt' } }] },
      { text: 'It says \u001b[2Jone.', chunks: 4 },
    ]);
    writeFileSync(join(scene.folder, 'a.txt'), 'one\n');
    const end = await run(scene, ['what is in a.txt?']);
    expect(end.stdout).toBe('I look.\nIt says \\e[2Jone.\n');
    expect(end.stderr).toMatch(/^• read_file a\.txt\n {2}⎿ a\.txt: 1 line\nsession ses_\w+\n$/);
    expect(end.code).toBe(0);
    expect(scene.server.requests[0]?.body).toMatchObject({ model: 'fake' });
  });

  it('streams: text is out before the answer is whole', async () => {
    const scene = await createScene([
      { text: 'early late', chunks: 2, eachEvent: true, faults: { hang: 'mid-stream' } },
    ]);
    const running = await startCli(['run', ...scene.flags, 'hi'], { cwd: scene.folder, input: '' });
    await running.sees('early');
    running.child.kill('SIGINT');
    expect((await running.end).code).toBe(130);
  });

  it('takes the prompt from stdin, piped or by -', async () => {
    const scene = await createScene(() => ({ text: 'ok' }));
    expect(await run(scene, [], { input: 'from a pipe\nsecond line\n' })).toMatchObject({ code: 0, stdout: 'ok\n' });
    expect(await run(scene, ['-'], { input: 'by dash' })).toMatchObject({ code: 0 });
    expect(await run(scene, ['What is this?', '-'], { input: 'a file\n' })).toMatchObject({ code: 0 });
    expect(scene.server.requests.map(({ body }) => userTexts(body))).toEqual([
      ['from a pipe\nsecond line'],
      ['by dash'],
      ['What is this?\n\na file'],
    ]);
    const words = await run(scene, ['two', 'words'], { input: '' });
    expect(words).toMatchObject({ code: 2, stderr: expect.stringContaining('Put the prompt in quotes.') });
  });

  it('is bad usage without a prompt, a model, a folder or a right rule', async () => {
    verifies('core.run.no-prompt', 'core.run.exit-usage', 'core.bad-input.workspace-missing');
    const scene = await createScene([]);
    const none = await run(scene, [], { input: ' \n' });
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('There is no prompt');
    const noModel = await runCli(['run', 'hi'], { cwd: scene.folder });
    expect(noModel.code).toBe(2);
    expect(noModel.stderr).toContain('toolwright run --model ollama/qwen3');
    expect(noModel.stderr).toContain('OPENAI_API_KEY');
    const noFolder = await run(scene, ['-C', 'nowhere', 'hi']);
    expect(noFolder).toMatchObject({ code: 2 });
    expect(noFolder.stderr).toContain('-C nowhere: there is no such folder');
    expect((await run(scene, ['--on-ask', 'wait=soon', 'hi'])).stderr).toContain('wait=5m');
    const twice = await run(scene, ['--on-ask', 'wait=5m', '-'], { input: 'hi' });
    expect(twice).toMatchObject({ code: 2 });
    expect(twice.stderr).toContain('give the prompt as an argument');
    const flag = await run(scene, ['--jsno', 'hi']);
    expect(flag.code).toBe(2);
    expect(flag.stderr).toContain('--jsno is no option of toolwright run');
    expect(scene.server.requests).toEqual([]);
    expect(existsSync(scene.store)).toBe(false);
  });

  it('works in the folder -C names', async () => {
    verifies('core.run.folder');
    const scene = await createScene([{ calls: [writeA] }, { text: 'done' }]);
    mkdirSync(join(scene.folder, 'sub'));
    expect(await run(scene, ['-C', 'sub', '--mode', 'edit', 'write'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(scene.folder, 'sub', 'a.txt'), 'utf8')).toBe('one\n');
  });

  it('goes on with a session by id, by its start and as last', async () => {
    verifies('core.run.session', 'core.store.store-flag');
    const scene = await createScene(() => ({ text: 'ok' }));
    const first = await run(scene, ['one']);
    const id = /ses_\w+/.exec(first.stderr)?.[0] ?? '';
    await run(scene, ['--session', id, 'two']);
    await run(scene, ['--session', id.slice(0, -4), 'three']);
    await run(scene, ['--session', 'last', 'four']);
    expect(userTexts(scene.server.requests.at(-1)?.body)).toEqual(['one', 'two', 'three', 'four']);
    const unknown = await run(scene, ['--session', 'ses_nothing', 'five']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('toolwright sessions');
    const answered = await run(scene, ['--session', id]);
    expect(answered.code).toBe(2);
    expect(answered.stderr).toContain('give a prompt');
  });

  it('prints every event as one JSON line with --json, and nothing else', async () => {
    verifies('core.run.json');
    const scene = await createScene([{ calls: [{ name: 'get_working_directory', arguments: {} }] }, { text: 'here' }]);
    const end = await run(scene, ['--json', 'where?']);
    const events = eventsOf(end.stdout);
    const recorded = events.filter((event) => 'seq' in event);
    expect(recorded.map((event) => ('seq' in event ? event.seq : 0))).toEqual(recorded.map((_, at) => at + 1));
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['session-opened', 'message-received', 'call-settled', 'text-delta', 'turn-ended']),
    );
    expect(events.at(-1)).toMatchObject({ type: 'turn-ended', body: { reason: 'answered' } });
    expect(end).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('toolwright run at a question', () => {
  it('denies it and goes on by default, and the exit code tells', async () => {
    verifies('core.run.on-ask-deny', 'core.run.exit-denied', 'core.run.never-hangs');
    verifies('design.policy.no-person-exit');
    const scene = await createScene([{ calls: [writeA] }, { text: 'I could not write.' }]);
    // Stdin stays open: nothing waits for it.
    const end = await (await startCli(['run', ...scene.flags, 'write'], { cwd: scene.folder })).end;
    expect(end).toMatchObject({ code: 3, stdout: 'I could not write.\n' });
    expect(end.stderr).toContain('+one');
    expect(end.stderr).toContain('denied: This call needs a person');
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(false);
  });

  it('denies a question of a tool too', async () => {
    const ask = { name: 'ask_user', arguments: { questions: [{ question: 'Which?', options: ['red', 'blue'] }] } };
    const scene = await createScene([{ calls: [ask] }, { text: 'Nobody said.' }]);
    expect(await run(scene, ['ask me'])).toMatchObject({ code: 3, stdout: 'Nobody said.\n' });
  });

  it('ends the turn with --on-ask abort', async () => {
    verifies('core.run.on-ask-abort');
    const scene = await createScene([{ calls: [writeA] }]);
    const end = await run(scene, ['--on-ask', 'abort', 'write']);
    expect(end).toMatchObject({ code: 3, stdout: '' });
    expect(end.stderr).toContain('ended at a question');
    expect(scene.server.requests).toHaveLength(1);
  });

  it('parks it, and a later run is asked again and goes on', async () => {
    verifies('core.run.on-ask-park', 'core.run.exit-parked', 'core.run.on-ask-wait');
    const scene = await createScene([{ calls: [writeA] }, { text: 'Written.' }]);
    const parked = await run(scene, ['--on-ask', 'park', 'write']);
    expect(parked.code).toBe(4);
    expect(parked.stderr).toContain(`To be asked again: toolwright ${scene.flags.join(' ')} --session ses_`);
    const later = await startCli(['run', ...scene.flags, '--session', 'last', '--json', '--on-ask', 'wait=30s'], {
      cwd: scene.folder,
    });
    later.write('not json\n{"id":"q_unknown","choice":"once"}\n');
    const [, id] = await later.sees(/"type":"approval-requested","body":\{[^\n]*?"id":"(q_\w+)"/);
    await later.sees('was passed over');
    later.write(`{"id":"${id}","choice":"once"}\n`);
    const end = await later.end;
    expect(end.code).toBe(0);
    expect(end.stderr).toMatch(/a line of stdin was passed over.*an answer was passed over/s);
    expect(eventsOf(end.stdout).at(-1)).toMatchObject({ type: 'turn-ended', body: { text: 'Written.' } });
    expect(readFileSync(join(scene.folder, 'a.txt'), 'utf8')).toBe('one\n');
  });

  it('waits up to the limit, then denies', async () => {
    verifies('core.run.on-ask-wait');
    const scene = await createScene([{ calls: [writeA] }, { text: 'No answer came.' }]);
    const end = await (await startCli(['run', ...scene.flags, '--on-ask', 'wait=0.3s', 'write'], { cwd: scene.folder }))
      .end;
    expect(end).toMatchObject({ code: 3, stdout: 'No answer came.\n' });
    expect(end.stderr).toContain('waiting up to 0.3 s');
  });

  it('denies at once when stdin ends, what is asked later too, and exits with a code of its own', async () => {
    verifies('core.run.on-ask-wait-end');
    const scene = await createScene([{ calls: [writeA] }, { calls: [writeA] }, { text: 'Nobody said yes.' }]);
    const flags = ['run', ...scene.flags, '--on-ask', 'wait=5m', 'write'];
    const open = await startCli(flags, { cwd: scene.folder });
    const [, id] = await open.sees(/"id":"(q_\w+)","choice":"once"/);
    open.child.stdin?.end(`{"id":"${id}","choice":"deny"}\n`);
    expect(await open.end).toMatchObject({ code: 7, stdout: 'Nobody said yes.\n' });
    const never = await createScene([{ calls: [writeA] }, { text: 'No.' }]);
    const end = await run(never, ['--on-ask', 'wait=5m', 'write'], { input: '' });
    expect(end).toMatchObject({ code: 7 });
    expect(end.stderr).toContain('stdin has ended: nobody is left to answer');
  });

  it('passes a denial with its reason and an answer in words on to the model', async () => {
    const ask = { name: 'ask_user', arguments: { questions: [{ question: 'Which?' }] } };
    const scene = await createScene([{ calls: [writeA] }, { calls: [ask] }, { text: 'ok' }]);
    const running = await startCli(['run', ...scene.flags, '--on-ask', 'wait=30s', 'write'], { cwd: scene.folder });
    const [, first] = await running.sees(/"id":"(q_\w+)","choice":"once"/);
    running.write(`{"id":"${first}","choice":"deny","reason":"not there"}\n`);
    const [, second] = await running.sees(/"id":"(q_\w+)","choice":"text"/);
    running.write(`{"id":"${second}","choice":"text","text":"blue"}\n`);
    expect((await running.end).code).toBe(0);
    expect(scene.server.requests[1]?.text).toContain('not there');
    expect(scene.server.requests[2]?.text).toContain('blue');
  });
});

describe('toolwright run that fails', () => {
  it('has codes of their own for a limit, the model and an empty answer, and says what happened', async () => {
    verifies('core.run.exit-limit', 'core.run.exit-model', 'core.run.never-silent');
    const where = { calls: [{ name: 'get_working_directory', arguments: {} }] };
    const looping = await createScene(() => where);
    const limit = await run(looping, ['loop']);
    expect(limit).toMatchObject({ code: 5, stdout: '' });
    expect(limit.stderr).toContain('calls in a row that only repeat others');
    const failing = await createScene([{ faults: { status: 402 } }, { text: ' ' }]);
    const failed = await run(failing, ['hi']);
    expect(failed).toMatchObject({ code: 6, stdout: '' });
    expect(failed.stderr).toContain('402');
    const empty = await run(failing, ['hi']);
    expect(empty.code).toBe(6);
    expect(empty.stderr).toContain('The model gave no answer');
  });

  it('has the code 1 for a store that cannot be used, with no stack', async () => {
    verifies('standing.errors.no-stack', 'standing.errors.instructive');
    const scene = await createScene([]);
    writeFileSync(scene.store, 'this is no database, and long enough to be looked at as one '.repeat(100));
    const end = await run(scene, ['hi']);
    expect(end.code).toBe(1);
    expect(end.stderr).toContain('--store PATH');
    expect(end.stderr).not.toMatch(/^\s+at /m);
  });

  it('shows the key nowhere', async () => {
    verifies('core.run.key-private', 'core.run.api-key-env');
    const key = 'sk-very-secret-0123456789';
    const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } });
    const scene = await createScene([{ faults: { status: 401, body } }, { text: 'ok' }]);
    const env = { MY_KEY: key };
    const refused = await run(scene, ['--api-key-env', 'MY_KEY', '--json', 'hi'], { env });
    const answered = await run(scene, ['--api-key-env', 'MY_KEY', 'hi'], { env });
    expect([refused.code, answered.code]).toEqual([6, 0]);
    expect(scene.server.requests[1]?.headers['authorization']).toBe(`Bearer ${key}`);
    const stored = ['', '-wal'].map((end) => `${scene.store}${end}`).filter((path) => existsSync(path));
    const kept = stored.map((path) => readFileSync(path, 'latin1')).join('');
    expect(refused.stdout + refused.stderr + answered.stdout + answered.stderr + kept).not.toContain(key);
    const missing = await run(scene, ['--api-key-env', 'NO_SUCH', 'hi'], { env });
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.stderr).toContain('The variable NO_SUCH is not set');
  });

  it('sends OpenAI’s key to no other server', async () => {
    const scene = await createScene([{ text: 'ok' }]);
    await run(scene, ['hi'], { env: { OPENAI_API_KEY: 'sk-not-for-others' } });
    expect(scene.server.requests[0]?.headers['authorization']).toBeUndefined();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is cancelled by %s, its call settled', async (signal) => {
    verifies('core.run.interrupt');
    const scene = await createScene([{ calls: [{ name: 'run_command', arguments: { command: 'sleep 60' } }] }]);
    const args = ['run', ...scene.flags, '--mode', 'auto', '--sandbox', 'off', 'sleep'];
    const running = await startCli(args, { cwd: scene.folder, input: '' });
    await running.sees('• run_command sleep 60');
    running.child.kill(signal);
    const end = await running.end;
    expect(end.code).toBe(130);
    expect(end.stderr).toContain('⎿ cancelled');
    const { stdout } = await runCli(['sessions', 'export', 'last', '--store', scene.store], { cwd: scene.folder });
    const ended = eventsOf(stdout).filter(({ type }) => type === 'call-settled' || type === 'turn-ended');
    expect(ended).toMatchObject([{ body: { outcome: 'cancelled' } }, { body: { reason: 'cancelled' } }]);
  });

  it('is quiet when the reader of its output goes away', async () => {
    const scene = await createScene([{ text: 'much text. '.repeat(3000), chunks: 3000, eachEvent: true }]);
    const running = await startCli(['run', ...scene.flags, 'hi'], { cwd: scene.folder, input: '' });
    await running.sees('much text');
    running.child.stdout?.destroy();
    const end = await running.end;
    expect(end.stderr).not.toMatch(/EPIPE|Error|defect/);
  });
});

/** The size of a built file and of all it imports before it does anything. */
function bytesLoaded(path: string, seen = new Set<string>()): number {
  if (seen.has(path)) return 0;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(/^(?:import|\} from|import \{[^}]*\} from) ?"(\.[^"]+)"/gm)];
  return imports.reduce((sum, [, name]) => sum + bytesLoaded(join(dirname(path), name ?? ''), seen), text.length);
}

describe('the program', () => {
  it('tells its version and its help, and loads little for it', async () => {
    const scene = await createScene([]);
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(await runCli(['--version'], { cwd: scene.folder })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const help = await runCli(['run', '--help'], { cwd: scene.folder });
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('Exit codes:');
    expect(bytesLoaded(await builtCli())).toBeLessThan(56_000);
  });
});
