import type { Dialect, DialectProblem, ParserOptions, ParserTool } from '../../../dialect/dialect.js';

/** What an answer is read with. */
export interface ToolCallsReading {
  readonly dialect: Dialect;
  readonly options: ParserOptions & { readonly tools: readonly ParserTool[] };
  /** The ids of the calls before it. */
  readonly taken: ReadonlySet<string>;
  onProblem(problem: DialectProblem): void;
}
