import { defined } from '../../base/defined.js';
import type { CallGrants } from '../../run/call-grants.js';
import type { Cancellation } from '../../run/cancellation.js';
import type { AskOutcome, OpenQuestions, Question } from '../../run/question.js';
import type { Conductor } from './conductor.js';
import type { RecordedTurn } from './recorded-turn.js';

/** People answer what they answered, and the rule for when nobody is there does what it did. */
export function recordedAnswers(
  { end }: RecordedTurn,
  conductor: Conductor,
  cancellation: Cancellation,
): OpenQuestions {
  const ask = async ({ callId }: Question): Promise<AskOutcome> => {
    const id = conductor.recordedId(callId);
    const [next] = conductor.restOf(id);
    if (next?.type === 'approval-answered') {
      await conductor.turnOf(id);
      const { answer, by, origin = { who: 'person', from: 'record' } } = next.body;
      if (by === 'person') return { type: 'answered', answer, origin };
      return { type: 'nobody', rule: end?.reason === 'aborted' ? 'abort' : 'deny' };
    }
    if (end?.reason === 'parked') return { type: 'nobody', rule: 'park' };
    if (end !== undefined && end.reason !== 'cancelled' && end.reason !== 'paused')
      return { type: 'nobody', rule: 'deny' };
    await new Promise<void>((resolve) => cancellation.onStop(resolve));
    return { type: 'cancelled' };
  };
  return { present: true, ask, put: () => {}, answer: () => {}, withdraw: () => {}, unattend: () => {}, open: [] };
}

export function recordedOffers(conductor: Conductor): CallGrants {
  return {
    offer({ callId }) {
      const asked = conductor.restOf(conductor.recordedId(callId)).find((event) => event.type === 'approval-requested');
      if (asked?.type !== 'approval-requested' || asked.body.kind !== 'approval') return { offers: [] };
      const { offers, withheld } = asked.body;
      return { offers, ...defined({ withheld }) };
    },
    create: async () => {},
    used: () => {},
  };
}
