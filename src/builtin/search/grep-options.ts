/** How systems differ in searching; each has what is best here when absent. */
export interface GrepOptions {
  /** How patterns are written; `wildcard`: text in which a star stands for any run within a line, in any case. */
  readonly syntax?: 'regex' | 'wildcard';
  /** What is given when the call does not say. */
  readonly output?: 'lines' | 'files' | 'counts';
  /** How many lines or files a result has when the call does not say, and at most. */
  readonly maxResults?: { readonly usual: number; readonly most: number };
  /** That many are given of each file, not of all together. */
  readonly perFile?: boolean;
  /** What is skipped as hidden: all names that start with a dot, or folders alone. */
  readonly hidden?: 'all' | 'folders';
  /** Which ignore files count: all, or the `.gitignore` of the searched folder alone. */
  readonly ignoreFiles?: 'all' | 'root';
  /** Files whose names match are told too. */
  readonly fileNames?: boolean;
  /** Larger files are skipped. */
  readonly maxFileBytes?: number;
}
