import { type ConfigProblem, renderProblem } from '../../config/problem.js';
import { safeLine } from '../safe-text.js';

/** One line a problem: `FILE:LINE: what is wrong; what to do`. */
export const renderProblems = (problems: readonly ConfigProblem[]): string =>
  problems.map((problem) => safeLine(renderProblem(problem))).join('\n');
