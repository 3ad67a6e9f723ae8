import { createInterface } from 'node:readline';
import { createVitest } from 'vitest/node';
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
    isolate: true,
  };
  const vitest = await createVitest('test', options);
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    const answer = await runTests(vitest, request);
    process.stdout.write(`${answerMark}${JSON.stringify(answer)}\n`);
  }
  await vitest.close();
}

/** `changed` files are read anew. */
async function runTests(vitest, { changed, tests, env = {} }) {
  Object.assign(process.env, env);
  for (const file of changed) vitest.invalidateFile(`${process.cwd()}/${file}`);
  const began = performance.now();
  let processorMs = 0;
  for (const test of tests) {
    const specification = specificationOf(vitest, `${process.cwd()}/${test}`);
    // Or what failed before counts again, and as a reason to stop at once.
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
    for (const module of testModules) processorMs += module.meta().processorMs ?? 0;
    const bad = testModules.find((module) => !module.ok());
    if (bad === undefined && testModules.length === 1 && unhandledErrors.length === 0) continue;
    return { failed: test, message: messageOf(bad, unhandledErrors) };
  }
  return { processorMs, wallMs: performance.now() - began };
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
