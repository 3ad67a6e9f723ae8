/** Where settings come from. A managed value beats all others, the command line too. */
export type Layer = 'user' | 'workspace' | 'managed';

/** The place that set a value. */
export interface Origin {
  readonly layer: Layer;
  readonly file: string;
  readonly line: number;
}
