/** Where secrets are looked for. */
export interface SecretContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that is worked in. */
  readonly root: string;
  readonly home: string;
  /** Further variables, by name, and files, by path (from `root`, or `~/` from home), that are secret whatever they hold. */
  readonly names?: readonly string[];
}
