import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Runs tests and answers their counts. A file that uses more processor time than it may counts as a failure: it belongs
 * into `test:deep`, or can be made cheaper. Without arguments it also says where the time went, room by room.
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
    if (args.length === 0) console.log(roomLines(processorMs).join('\n'));
    const heavy = Object.entries(processorMs).filter(([, ms]) => ms > (maxProcessorMs ?? Number.POSITIVE_INFINITY));
    for (const [file, ms] of heavy)
      console.log(
        `FAILED ${file} used ${seconds(ms)} s of processor time; at most ${seconds(maxProcessorMs)} s are allowed.`,
      );
    const failed = counts.failed === 0 && status !== 0 ? 1 : counts.failed;
    return { ...counts, failed: failed + heavy.length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The processor time of each room, the most expensive first. */
function roomLines(processorMs) {
  const rooms = new Map();
  for (const [file, ms] of Object.entries(processorMs)) {
    const room = file.split('/').slice(1, -1)[0] ?? '.';
    const { files, sum } = rooms.get(room) ?? { files: 0, sum: 0 };
    rooms.set(room, { files: files + 1, sum: sum + ms });
  }
  const rows = [...rooms].toSorted(([, one], [, other]) => other.sum - one.sum);
  return rows.map(([room, { files, sum }]) => `${room.padEnd(14)} ${seconds(sum).padStart(6)} s  ${files} files`);
}

const seconds = (ms) => (ms / 1000).toFixed(1);
