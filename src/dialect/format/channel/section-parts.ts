import type { Body } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';

/** What a reader of several calls does with the one among them that it cannot use. */
export interface SectionParts {
  /** The next part begins here; what was read before it is done with. Until then the opener is in the first part. */
  begin(): void;
  /** The part that was read stays in the text, behind what of it was taken before it began. */
  keep(taken?: string): void;
  /** The same with all that is left of the message, for it cannot be told where the part ends. */
  lose(taken?: string): Reading<void>;
}

export function sectionParts({ input, say }: Body): SectionParts {
  const keep = (taken = ''): void => {
    say(taken + input.remembered);
    input.remember();
  };
  return {
    begin: () => input.remember(),
    keep,
    *lose(taken) {
      yield* input.toEnd();
      keep(taken);
    },
  };
}
