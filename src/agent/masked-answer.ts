import type { Answer, ModelDelta, Unanswered } from '../model/collect.js';
import type { Mask } from '../policy/secret/mask.js';
import { maskValue } from '../policy/secret/mask-value.js';
import { createMaskedText, type MaskedText } from '../run/masked-text.js';

/**
 * An answer with the secrets in its words masked; its calls stay as they were made. What the provider wants back unchanged
 * cannot be masked: with a known secret in it, it is left out.
 */
export function maskAnswer<Got extends Answer | Unanswered>(answer: Got, mask: Mask): Got {
  const { failure, carry } = answer as Partial<Pick<Answer, 'carry'> & Pick<Unanswered, 'failure'>>;
  const text = mask.text(answer.text);
  const reasoning = mask.text(answer.reasoning);
  const said = text.count + reasoning.count === 0 ? answer : { ...answer, text: text.text, reasoning: reasoning.text };
  if (failure !== undefined) return { ...said, failure: maskValue(failure, mask).value };
  const holdsSecret = carry !== undefined && mask.find(JSON.stringify(carry.value)) !== undefined;
  return holdsSecret ? { ...said, carry: undefined } : said;
}

/** An answer as it comes, for those who watch. */
export interface MaskedDeltas {
  push(delta: ModelDelta): void;
  /** Tells what was held back. */
  end(): void;
}

export function createMaskedDeltas(mask: Mask, tell: (delta: ModelDelta) => void): MaskedDeltas {
  let current: { readonly type: 'text' | 'reasoning'; readonly masked: MaskedText } | undefined;
  const say = (type: 'text' | 'reasoning', text: string): void => {
    if (text !== '') tell({ type, text });
  };
  const end = (): void => {
    if (current !== undefined) say(current.type, current.masked.end());
    current = undefined;
  };
  return {
    end,
    push(delta) {
      if (delta.type !== 'text' && delta.type !== 'reasoning') {
        end();
        tell(delta.type === 'retry' ? maskValue(delta, mask).value : delta);
        return;
      }
      if (current?.type !== delta.type) end();
      current ??= { type: delta.type, masked: createMaskedText(mask) };
      say(delta.type, current.masked.push(delta.text));
    },
  };
}
