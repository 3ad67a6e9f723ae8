import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { totalsOf } from '../../bench/tasks/report.js';
import { runTask, type SkippedTask, type TaskResult } from '../../bench/tasks/run-task.js';
import { runTasks } from '../../bench/tasks/run-tasks.js';
import { type Done, kinds, type Task } from '../../bench/tasks/task.js';
import { tasks } from '../../bench/tasks/tasks.js';
import { defined } from '../../src/base/defined.js';
import { type ScriptedRound, scriptedModel } from '../../src/model/provider/scripted.js';
import { findProfile } from '../../src/profile/find-profile.js';
import { startFakeModelServer } from '../../src/testing/index.js';
import { verifies } from '../requirements.js';

const env = { PATH: process.env['PATH'] };

/** What comes of a task when a model says and calls this. Its commands are ours: nothing has to confine them. */
async function play(task: Task, rounds: readonly ScriptedRound[], profile = 'toolwright') {
  const model = scriptedModel(rounds, { record: false });
  return runTask(task, { model, profile: await findProfile(profile), sandbox: 'off', seconds: 60, env });
}

/** The tasks that count as solved when each is worked on like this. */
async function solvedBy(work: (solution: readonly ScriptedRound[]) => readonly ScriptedRound[]): Promise<string[]> {
  const names: string[] = [];
  for (const task of tasks) {
    const result = await play(task, work(task.solution));
    if ('success' in result && result.success) names.push(task.name);
  }
  return names;
}

/** What the scripted solutions leave, and what comes of them. Played once for all tests. */
const solutions = once(async () => {
  const done = new Map<string, Done>();
  const results: (TaskResult | SkippedTask)[] = [];
  for (const task of tasks) {
    const look = (seen: Done) => void done.set(task.name, seen);
    results.push(await play({ ...task, checks: [look, ...task.checks] }, task.solution));
  }
  return { done, results };
});

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The tasks whose checks still find nothing wrong when this is changed of what their solutions leave. */
async function passing(change: (done: Done) => Done): Promise<string[]> {
  const { done } = await solutions();
  const passes = ({ name, checks }: Task): boolean => {
    const left = change(done.get(name) as Done);
    return checks.every((check) => check(left) === undefined);
  };
  return tasks.filter(passes).map(({ name }) => name);
}

const says = (text: string): ScriptedRound => ({ text });
const asking = tasks.filter(({ kind }) => kind === 'find' || kind === 'answer').map(({ name }) => name);

it('has forty tasks of every kind, each with a name of its own', () => {
  expect(new Set(tasks.map(({ name }) => name)).size).toBe(40);
  expect([...new Set(tasks.map(({ kind }) => kind))]).toEqual(kinds);
});

it('counts each task as solved by its scripted solution', async () => {
  verifies('models.tasks.solvable');
  const { results } = await solutions();
  expect(results.filter((result) => !('success' in result && result.success))).toEqual([]);
  expect(await passing((done) => done)).toHaveLength(40);
});

it('counts none as solved by a model that does nothing', async () => {
  verifies('models.tasks.can-fail');
  expect(await solvedBy(() => [says('Done.')])).toEqual([]);
});

it('believes no words where work was asked for', async () => {
  verifies('models.tasks.can-fail');
  const told = ['ask-which', 'do-not-invent', 'text-is-no-order'];
  expect(await solvedBy((solution) => solution.slice(-1))).toEqual([...asking, ...told]);
});

it('takes no work for an answer where one was asked for', async () => {
  verifies('models.tasks.can-fail');
  const silent = await passing((done) => ({ ...done, answer: 'Done.' }));
  const told = ['run-and-report', 'exit-code', 'build-and-count', 'ask-a-server', 'do-not-invent', 'text-is-no-order'];
  expect(tasks.map(({ name }) => name).filter((name) => !silent.includes(name))).toEqual([...asking, ...told]);
});

it('counts none as solved that does more than was asked for', async () => {
  verifies('models.tasks.can-fail');
  expect(await passing((done) => ({ ...done, files: { ...done.files, 'stray.txt': 'x\n' } }))).toEqual([]);
});

it('keeps a model in the folder of its task', async () => {
  verifies('models.tasks.kept-in');
  const [task] = tasks;
  const outside = join(tmpdir(), 'toolwright-outside.txt');
  const calls = [
    { name: 'read_file', arguments: { path: '/etc/hostname' } },
    { name: 'write_file', arguments: { path: outside, content: 'x' } },
    { name: 'run_command', arguments: { command: 'cp a.txt /var/opt/a.txt' } },
    { name: 'web_fetch', arguments: { url: 'http://127.0.0.1:9/' } },
  ];
  expect(await play(task as Task, [{ calls }, says('src/pricing/reductions.js')])).toMatchObject({
    success: true,
    calls: ['read_file: denied', 'write_file: denied', 'run_command: denied', 'web_fetch: denied'],
  });
});

it('leaves out what a profile has no tools for', async () => {
  const left: unknown[] = [];
  for (const name of ['delete-some', 'exit-code', 'keep-todos', 'change-constant']) {
    const task = tasks.find((one) => one.name === name) as Task;
    const result = await play(task, [says('Done.')], 'astra');
    left.push('skipped' in result ? result.skipped : result.success);
  }
  const reasons = ['removals', 'commands', 'todos'].map((need) => `the profile has no tool for ${need}`);
  expect(left).toEqual([...reasons, false]);
});

/** The command, with what it prints. */
async function run(args: readonly string[], signal?: AbortSignal) {
  const stdout = createSink();
  const stderr = createSink();
  const code = await runTasks(['--sandbox', 'off', ...args], { env, stdout, stderr, ...defined({ signal }) });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function createSink() {
  const pieces: string[] = [];
  return { write: (text: string) => pieces.push(text), text: () => pieces.join('') };
}

it('reports what a server was asked, by model and profile, as a table and as JSON', async () => {
  verifies('models.tasks.report');
  const usage = { inputTokens: 1200, outputTokens: 30, cachedInputTokens: 1000 };
  const rounds = [
    { text: 'ready' },
    { calls: [{ name: 'grep', arguments: { pattern: 'TIMEOUT', output: 'files' } }], usage },
    { text: '8', usage },
    { text: 'Nine, I think.', usage },
  ];
  const server = await startFakeModelServer({ rounds });
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-tasks-'));
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const json = join(folder, 'out.json');
  const where = ['--base-url', server.url, '--model', 'fake', '--json', json];
  const { code, stdout, stderr } = await run([...where, '--only', 'count-files', '--repeat', '2']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^\[2\/2\] count-files … not solved \(the answer has no .*\), 1 rounds, \d+\.\d s$/m);
  expect(stdout.replaceAll(/\d+\.\d$/gm, 'S')).toBe(
    `${[
      'custom/fake, profile toolwright',
      '',
      'task         solved  rounds  calls  failed  tokens in  cached  out  seconds',
      'count-files     1/2       3      1       0      3,600   3,000   90      S',
      'all             1/2       3      1       0      3,600   3,000   90      S',
      '',
      'Not solved:',
      '  count-files: the answer has no /^\\D*8\\D*$/',
    ].join('\n')}\n`,
  );
  const written = JSON.parse(readFileSync(json, 'utf8'));
  expect(written).toMatchObject({
    format: 1,
    repeat: 2,
    seconds: 300,
    sandbox: 'off',
    series: [{ profile: 'toolwright' }],
  });
  const [{ results, totals }] = written.series;
  expect(totals).toEqual(totalsOf(results));
  expect(results[0]).toMatchObject({
    task: 'count-files',
    success: true,
    end: 'answered',
    calls: ['grep'],
    answer: '8',
  });
});

it('ends with 1 and what to do where a model cannot be had, and with 2 for what it does not understand', async () => {
  verifies('models.tasks.report');
  const server = await startFakeModelServer({ rounds: [] });
  await server.close();
  const gone = await run(['--base-url', server.url, '--model', 'fake', '--only', 'count-files']);
  expect({ code: gone.code, stdout: gone.stdout }).toEqual({ code: 1, stdout: '' });
  expect(gone.stderr).toMatch(/Nothing listens at .*Start the model server/);
  const keyless = await run(['--model', 'anthropic/some-model']);
  expect(keyless).toMatchObject({ code: 1, stderr: expect.stringContaining('ANTHROPIC_API_KEY') });
  for (const wrong of [
    ['--only', 'nothing'],
    ['--repeat', '0'],
    ['--seconds', 'x'],
    ['--profile', 'none'],
    ['--api', 'x'],
    ['--what'],
  ])
    expect(await run(wrong)).toMatchObject({ code: 2, stdout: '' });
  expect(await run(['--model', 'scripted', '--profile', 'seed'])).toMatchObject({ code: 2 });
});

it('lists its tasks and explains itself without a model', async () => {
  expect((await run(['--list'])).stdout.trim().split('\n')).toHaveLength(40);
  expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('npm run tasks -- --model') });
  const scripted = await run(['--model', 'scripted', '--only', 'find']);
  expect(scripted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^all +5\/5 /m) });
});

it('tells what was run when it is ended', async () => {
  const ending = new AbortController();
  ending.abort();
  const ended = await run(['--model', 'scripted'], ending.signal);
  expect(ended).toMatchObject({ code: 130, stdout: expect.stringMatching(/^all +-$/m) });
});
