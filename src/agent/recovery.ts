/** What becomes of calls that an earlier process left open. Those that ran are settled alike in every profile. */
export interface Recovery {
  /** Whether a person is asked about all that could change something, also where policy lets it pass. */
  readonly asks: boolean;
  /** What the model reads of a call whose tool is not there; absent, it reads what it would of any unknown tool. */
  readonly unknownTool?: string;
}
