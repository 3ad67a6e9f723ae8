import { appendFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { isToolwrightError, messageOf } from '../../src/base/error.js';
import { version } from '../../src/base/version.js';
import { chooseModel } from '../../src/config/model-choice/choose-model.js';
import { loadUserConfig } from '../../src/config/open-config.js';
import { refuseProblems } from '../../src/config/problem.js';
import type { Model } from '../../src/model/model.js';
import { openModel } from '../../src/model/open-model.js';
import { findProfile } from '../../src/profile/find-profile.js';
import { checkSandbox } from '../../src/session/health/check-sandbox.js';
import { readOptions, type TaskOptions, usage } from './options.js';
import { isOut, reach } from './reach.js';
import { isRun, renderReport, type Series, totalsOf } from './report.js';
import { runTask, type SkippedTask, type TaskResult } from './run-task.js';
import { scriptedName, solving } from './scripted.js';
import type { Task } from './task.js';

export interface TasksHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Ends the task at hand, which counts for nothing, and the run with it. */
  readonly signal?: AbortSignal;
}

/** Exit code 0 when all was run, whatever came of it; 1 when a model could not be had, 2 for a wrong option, 130 when it was ended. */
export async function runTasks(args: readonly string[], host: TasksHost): Promise<number> {
  const options = await readOptions(args);
  if ('print' in options) {
    host.stdout.write(`${options.print}\n`);
    return 0;
  }
  if ('wrong' in options) {
    host.stderr.write(`${options.wrong}\n\n${usage}\n`);
    return 2;
  }
  const { json } = options;
  const unwritable = json === undefined ? undefined : writeProblem(json);
  if (unwritable !== undefined) {
    host.stderr.write(`${unwritable}\n`);
    return 2;
  }
  await warnOfSandbox(options, host);
  const series: Series[] = [];
  try {
    return await runAll(options, host, {
      series,
      // After each task: whatever ends a long run, what was measured is there.
      save: () => json !== undefined && writeFileSync(json, renderJson(series, options)),
    });
  } finally {
    if (series.length > 0) host.stdout.write(`${renderReport(series)}\n`);
  }
}

function writeProblem(json: string): string | undefined {
  try {
    appendFileSync(json, '');
    return undefined;
  } catch (error) {
    return `--json: ${messageOf(error)}`;
  }
}

async function warnOfSandbox({ sandbox }: TaskOptions, { env, stderr }: TasksHost): Promise<void> {
  if (sandbox === 'off') return;
  const { platform } = process;
  const { state, says, todo = '' } = await checkSandbox({ env, platform });
  if (state === 'ok' || platform === 'darwin') return;
  stderr.write(
    `Commands are not run, and tasks that need them fail: ${says}. ${todo} Or, where that is all right, --sandbox off runs them unconfined.\n`,
  );
}

/** Filled as it goes, so that what was run is told, however it ends. */
interface Recorded {
  readonly series: Series[];
  save(): unknown;
}

async function runAll(options: TaskOptions, host: TasksHost, record: Recorded): Promise<number> {
  for (const name of options.models) {
    const models = await openFor(name, options, host);
    if (typeof models === 'string') {
      host.stderr.write(`${models}\n`);
      return 1;
    }
    for (const profile of options.profiles) {
      const results: (TaskResult | SkippedTask)[] = [];
      record.series.push({ model: models.name, profile, results });
      const ended = await runSeries(options, host, { ...record, profile, modelOf: models.modelOf, results });
      if (ended !== undefined) return ended;
    }
  }
  return 0;
}

interface ModelForTasks {
  readonly name: string;
  modelOf(task: Task): Model;
}

/** A model that answers, or why there is none and what to do. */
async function openFor(
  name: string | undefined,
  { baseUrl, api, apiKeyEnv }: TaskOptions,
  { env, stderr, signal = new AbortController().signal }: TasksHost,
): Promise<ModelForTasks | string> {
  if (name === scriptedName) return { name, modelOf: solving };
  try {
    const config = loadUserConfig({ env, platform: process.platform });
    refuseProblems(config.problems);
    const flags = { model: name, baseUrl, apiKeyEnv, api };
    const { spec, why } = await chooseModel({ flags, config, env });
    if (spec === undefined) return `${why} Name a model: --model ollama/qwen3, or --base-url URL --model NAME.`;
    const model = await openModel(spec);
    stderr.write(`${model.name}. ${why}\n`);
    const failure = await reach(model, signal);
    return failure === undefined ? { name: model.name, modelOf: () => model } : `${model.name}: ${failure.message}`;
  } catch (error) {
    if (isToolwrightError(error)) return messageOf(error);
    throw error;
  }
}

interface Running extends Pick<Recorded, 'save'> {
  readonly profile: string;
  readonly results: (TaskResult | SkippedTask)[];
  modelOf(task: Task): Model;
}

async function runSeries(options: TaskOptions, host: TasksHost, running: Running): Promise<number | undefined> {
  const { env, stderr, signal } = host;
  const { results, modelOf, save } = running;
  const isEnded = (): boolean => signal?.aborted === true;
  const profile = await findProfile(running.profile);
  const runs = options.tasks.flatMap((task) => Array.from({ length: options.repeat }, () => task));
  for (const [at, task] of runs.entries()) {
    if (isEnded()) return 130;
    const place = `[${String(at + 1).padStart(String(runs.length).length)}/${runs.length}]`;
    stderr.write(`${place} ${task.name} …`);
    const result = await runTask(task, {
      model: modelOf(task),
      profile,
      sandbox: options.sandbox,
      seconds: options.seconds,
      env,
      ...(signal !== undefined && { signal }),
    });
    if (isEnded()) return 130;
    results.push(result);
    save();
    stderr.write(` ${progressOf(result)}\n`);
    if (isRun(result) && isOut(result.failure)) {
      stderr.write(`The model is gone: ${result.message ?? ''}\n`);
      return 1;
    }
  }
  return undefined;
}

function progressOf(result: TaskResult | SkippedTask): string {
  if (!isRun(result)) return `left out: ${result.skipped}`;
  const { success, rounds, seconds, problems } = result;
  const word = success ? 'solved' : `not solved (${problems.join('; ')})`;
  return `${word}, ${rounds} rounds, ${seconds.toFixed(1)} s`;
}

function renderJson(series: readonly Series[], { repeat, seconds, sandbox }: TaskOptions): string {
  const machine = {
    platform: process.platform,
    processor: cpus()[0]?.model ?? process.arch,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
  };
  const written = series.map(({ model, profile, results }) => ({
    model,
    profile,
    totals: totalsOf(results),
    // A message may hold the address of a server.
    results: results.map((result) => ({ ...result, message: undefined })),
  }));
  const value = {
    format: 1,
    toolwright: version,
    at: new Date().toISOString(),
    machine,
    repeat,
    seconds,
    sandbox,
    series: written,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
