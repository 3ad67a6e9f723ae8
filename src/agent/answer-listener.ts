import type { Answer, ModelDelta, Unanswered } from '../model/collect.js';
import type { Mask } from '../policy/secret/mask.js';
import { maskValue } from '../policy/secret/mask-value.js';
import { createMaskedText, type MaskedText } from '../run/masked-text.js';
import type { TurnEnv } from './turn-env.js';

/** Tells of an answer as it comes. */
export function listenToAnswer({ secrets: { mask }, emit }: Pick<TurnEnv, 'secrets' | 'emit'>) {
  let listening = true;
  let deltas: ReturnType<typeof createMaskedDeltas> | undefined;
  let text = '';
  let reasoning = '';
  return {
    take(delta: ModelDelta): void {
      if (!listening) return;
      if (delta.type === 'text') text += delta.text;
      else if (delta.type === 'reasoning') reasoning += delta.text;
      else if (delta.type === 'text-was-reasoning') {
        reasoning += text;
        text = '';
      }
      deltas ??= createMaskedDeltas(mask, (masked) => emitDelta(masked, emit));
      deltas.push(delta);
    },
    /** Tells what was held back; nothing after it. */
    end(): void {
      listening = false;
      deltas?.end();
    },
    /** What had come by then, of a model that does not hand it over. */
    cut: (): Unanswered => ({
      failure: { kind: 'cancelled', message: 'The request was cancelled, and the model did not stop.' },
      text,
      reasoning,
      usage: undefined,
    }),
  };
}

function emitDelta(delta: ModelDelta, emit: TurnEnv['emit']): void {
  if (delta.type === 'text') emit({ type: 'text-delta', text: delta.text });
  if (delta.type === 'reasoning') emit({ type: 'reasoning-delta', text: delta.text });
  if (delta.type === 'text-was-reasoning') emit({ type: 'text-was-reasoning' });
  if (delta.type === 'progress') emit({ type: 'model-progress', ...delta.progress });
  if (delta.type === 'retry') {
    const { attempt, waitMs, failure } = delta.retry;
    emit({ type: 'model-retry', attempt, waitMs, failure });
  }
}

/** An answer as it comes, for those who watch. */
function createMaskedDeltas(mask: Mask, tell: (delta: ModelDelta) => void) {
  let current: { readonly type: 'text' | 'reasoning'; readonly masked: MaskedText } | undefined;
  const say = (type: 'text' | 'reasoning', text: string): void => {
    if (text !== '') tell({ type, text });
  };
  /** Tells what was held back. */
  const end = (): void => {
    if (current !== undefined) say(current.type, current.masked.end());
    current = undefined;
  };
  return {
    end,
    push(delta: ModelDelta): void {
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
