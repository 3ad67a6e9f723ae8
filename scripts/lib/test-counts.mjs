import { existsSync, readFileSync } from 'node:fs';

/** The counts of vitest's JSON report. What failed outside a test (a file that does not load, say) counts as one each. */
export function countTests(path, status) {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const isFailed = ({ status }) => status === 'failed';
  const broken = report.testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed)).length;
  const failed = report.numFailedTests + broken;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
