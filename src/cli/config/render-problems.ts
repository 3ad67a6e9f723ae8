import { type ConfigProblem, renderProblem } from '../../config/problem.js';
import type { Host } from '../host.js';
import { safeLine } from '../safe-text.js';

/** One line a problem: `FILE:LINE: what is wrong; what to do`. */
export const renderProblems = (problems: readonly ConfigProblem[]): string =>
  problems.map((problem) => safeLine(renderProblem(problem))).join('\n');

export function tellWarnings(warnings: readonly ConfigProblem[], { stderr }: Pick<Host, 'stderr'>): void {
  if (warnings.length > 0) stderr.write(`Counts no more:\n${renderProblems(warnings)}\n`);
}
