import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Runs tests and answers their counts. A file that uses more processor time than it should is named: it belongs into
 * `test:deep`, or can be made cheaper.
 */
export function runVitest({ config = 'vitest.config.ts', args, maxProcessorMs }) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-test-'));
  try {
    const report = join(folder, 'report.json');
    const command = [`${root}node_modules/vitest/vitest.mjs`, 'run', '--config', config, ...args];
    const env = { ...process.env, TEST_REPORT: report };
    const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env });
    if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
    const { processorMs, ...counts } = JSON.parse(readFileSync(report, 'utf8'));
    const heavy = maxProcessorMs === undefined ? [] : findHeavy(processorMs, maxProcessorMs);
    for (const [file, ms] of heavy)
      console.log(`${file} used ${seconds(ms)} s of processor time, at most ${seconds(maxProcessorMs)} s are meant.`);
    return { ...counts, failed: counts.failed === 0 && status !== 0 ? 1 : counts.failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const findHeavy = (processorMs, max) => Object.entries(processorMs).filter(([, ms]) => ms > max);

const seconds = (ms) => (ms / 1000).toFixed(1);
