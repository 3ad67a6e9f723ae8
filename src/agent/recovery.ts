/** What becomes of calls that an earlier process left open. Those that ran are settled alike in every profile. */
export interface Recovery {
  /**
   * Calls that were cut off while they ran go their road once more: what policy lets pass runs again, and a person is asked
   * about the rest, and about what has changed files already, knowing that it may have run. Absent, nobody can tell what
   * became of them, and they are not run.
   */
  readonly restarts?: true;
  /** What the model reads of a call whose tool is not there; absent, it reads what it would of any unknown tool. */
  readonly unknownTool?: string;
}
