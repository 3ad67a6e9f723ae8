import type { ModelDelta, Unanswered } from '../model/collect.js';
import { createMaskedDeltas, type MaskedDeltas } from './masked-answer.js';
import type { TurnEnv } from './turn-env.js';

/** Tells of an answer as it comes. */
export interface AnswerListener {
  take(delta: ModelDelta): void;
  /** Tells what was held back; nothing after it. */
  end(): void;
  /** What had come by then, of a model that does not hand it over. */
  cut(): Unanswered;
}

export function listenToAnswer({ mask, emit }: Pick<TurnEnv, 'mask' | 'emit'>): AnswerListener {
  let listening = true;
  let deltas: MaskedDeltas | undefined;
  let text = '';
  let reasoning = '';
  return {
    take(delta) {
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
    end() {
      listening = false;
      deltas?.end();
    },
    cut: () => ({
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
  if (delta.type === 'retry') {
    const { attempt, waitMs, failure } = delta.retry;
    emit({ type: 'model-retry', attempt, waitMs, failure });
  }
}
