import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** How a run of tests ended, for `scripts/test.mjs`. */
interface RunCounts {
  readonly passed: number;
  /** What failed outside a test, a file that does not load for instance, counts as one each. */
  readonly failed: number;
  readonly skipped: number;
  /** The processor time of each file, with that of the processes it waited for, in milliseconds. */
  readonly processorMs: Readonly<Record<string, number>>;
}

/** Writes the counts to the file that `TEST_REPORT` names. */
export class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const path = process.env['TEST_REPORT'];
    if (path === undefined) return;
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string): number => states.filter((one) => one === state).length;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0,
    );
    const counts: RunCounts = {
      passed: count('passed'),
      failed: count('failed') + broken.length + errors.length,
      skipped: count('skipped') + count('pending'),
      processorMs: Object.fromEntries(
        modules.map((module) => [module.relativeModuleId, module.meta().processorMs ?? 0]),
      ),
    };
    writeFileSync(path, JSON.stringify(counts));
  }
}
