import type { Body } from '../../read/grammar.js';
import type { Reading } from '../../read/input.js';

/** What a reader of several calls does with the one among them that it cannot use. */
export function sectionParts({ input, say }: Body) {
  const keep = (taken = ''): void => {
    say(taken + input.remembered);
    input.remember();
  };
  return {
    /** The next part begins here; what was read before it is done with. Until then the opener is in the first part. */
    begin: () => input.remember(),
    /** The part that was read stays in the text, behind what of it was taken before it began. */
    keep,
    /** The same with all that is left of the message, for it cannot be told where the part ends. */
    *lose(taken?: string): Reading<void> {
      yield* input.toEnd();
      keep(taken);
    },
  };
}
