import { createInterface } from 'node:readline';
import { BaseSequencer, createVitest } from 'vitest/node';
import { answerMark } from './sandbox.mjs';

/** Answers requests of the sandbox: the same Vitest all along keeps what it has read of the tree. */
export async function serve() {
  const options = {
    watch: false,
    config: 'vitest.config.ts',
    reporters: [{}],
    maxWorkers: 1,
    bail: 1,
    cache: false,
    isolate: false,
    sequence: { sequencer: AsGiven },
    testTimeout: maxTestMs,
    hookTimeout: maxTestMs,
  };
  const vitest = await createVitest('test', options);
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    const answer = await runTests(vitest, request);
    process.stdout.write(`${answerMark}${JSON.stringify(answer)}\n`);
  }
  await vitest.close();
}

/** A test that waits for what a mutant never does fails after this. */
const maxTestMs = 60_000;

class AsGiven extends BaseSequencer {
  async sort(specifications) {
    return specifications;
  }
}

/** `changed` files are read anew. Tests run in one process, up to the first that fails. */
async function runTests(vitest, { changed, tests, env = {} }) {
  Object.assign(process.env, env);
  for (const file of changed) vitest.invalidateFile(`${process.cwd()}/${file}`);
  const began = performance.now();
  if (tests.length === 0) return {};
  // Or what failed before counts again, and as a reason to stop at once.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const specifications = tests.map((test) => specificationOf(vitest, `${process.cwd()}/${test}`));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const bad = testModules.find((module) => !module.ok() && module.state() === 'failed');
  if (bad === undefined && testModules.length === tests.length && unhandledErrors.length === 0) {
    const processorMs = testModules.reduce((sum, module) => sum + (module.meta().processorMs ?? 0), 0);
    return { processorMs, wallMs: performance.now() - began };
  }
  const failed = bad?.moduleId.slice(process.cwd().length + 1) ?? tests[0];
  return { failed, message: messageOf(bad, unhandledErrors) };
}

/** In the project it belongs to: only those read anew what was changed. */
function specificationOf(vitest, path) {
  const project = vitest.projects.find((one) => one.matchesTestGlob(path));
  if (project === undefined) throw new Error(`no project of vitest.config.ts has ${path}`);
  return project.createSpecification(path);
}

function messageOf(bad, unhandledErrors) {
  const failed = bad === undefined ? undefined : [...bad.children.allTests('failed')][0];
  const error = failed?.result().errors?.[0] ?? bad?.errors()[0] ?? unhandledErrors[0];
  return `${failed?.fullName ?? 'the file'}: ${String(error?.message).slice(0, 200)}`;
}
