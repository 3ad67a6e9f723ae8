/** How sure it is that calls without any marker of their own are meant as calls. */
export interface PlainRules {
  /** The format was asked for. Otherwise only the shape and the names of the tools tell a call from an answer. */
  readonly named: boolean;
  /** A name that was not offered makes a call too. */
  readonly anyTool?: true;
}

/** In `auto`. */
export const guessed: PlainRules = { named: false };

/** In a dialect that was named. */
export const asked: PlainRules = { named: true };

/** In a dialect whose shape leaves no doubt. */
export const certain: PlainRules = { named: true, anyTool: true };
