import { ToolwrightError } from '../base/error.js';
import type { Layer } from './layer.js';

/** One thing wrong with a setting, and what to do. */
export interface ConfigIssue {
  /** The setting it is about; empty for the file as a whole. */
  readonly path: readonly string[];
  readonly message: string;
}

/** The same with the place where it stands. */
export interface ConfigProblem extends ConfigIssue {
  readonly layer: Layer;
  readonly file: string;
  readonly line: number;
}

export const renderProblem = ({ file, line, message }: Pick<ConfigProblem, 'file' | 'line' | 'message'>): string =>
  `${file}:${line}: ${message}`;

/** Throws `bad-config` with every problem: nothing is started on settings that are not what was meant. */
export function refuseProblems(problems: readonly ConfigProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(renderProblem).join('\n');
  throw new ToolwrightError('bad-config', `The configuration cannot be used:\n${lines}`, {
    details: { problems },
  });
}
