import type { Model, ModelEvent, ModelFailure } from '../../model/model.js';
import type { SessionRecord } from '../event.js';
import type { RecordedTurn } from './recorded-turn.js';

type Of<Type extends SessionRecord['type']> = Extract<SessionRecord, { readonly type: Type }>;

interface RecordedRound {
  readonly model: string;
  /** Another one came after it, in the same turn. */
  followed: boolean;
  answer: Of<'model-answered'>['body'] | undefined;
  readonly calls: Of<'call-admitted'>['body'][];
  readonly problems: Of<'message-problem'>['body'][];
}

/** A model that answers a turn as it was answered, and gives a failure where it failed. */
export function recordedModel({ events, end }: RecordedTurn): () => Model {
  const rounds = roundsOf(events);
  let next = 0;
  return () => ({
    name: rounds[next]?.model ?? rounds.at(-1)?.model ?? 'none',
    async stream({ signal }, emit) {
      const round = rounds[next];
      next += 1;
      if (round === undefined) return emit({ type: 'failure', failure: noAnswer });
      const failure = await answer(round, emit);
      if (failure === undefined) return;
      // After no other failure a turn goes on.
      if (round.followed && round.answer === undefined) return emit({ type: 'failure', failure: tooLong });
      if (end?.failure !== undefined) return emit({ type: 'failure', failure: end.failure });
      // It was stopped, or its process ended: nothing more came.
      if (!signal.aborted)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      emit({ type: 'failure', failure });
    },
  });
}

const noAnswer: ModelFailure = { kind: 'protocol', message: 'The record has no further answer of the model.' };
const tooLong: ModelFailure = { kind: 'context-overflow', message: 'The request was too long for the model.' };
const stopped: ModelFailure = { kind: 'cancelled', message: 'The request was cancelled.' };

function roundsOf(events: readonly SessionRecord[]): readonly RecordedRound[] {
  const rounds: RecordedRound[] = [];
  for (const event of events) {
    const round = rounds.at(-1);
    if (event.type === 'round-started') {
      if (round !== undefined) round.followed = true;
      rounds.push({ model: event.body.model, followed: false, answer: undefined, calls: [], problems: [] });
    }
    if (round === undefined) continue;
    if (event.type === 'model-answered') round.answer = event.body;
    if (event.type === 'call-admitted') round.calls.push(event.body);
    if (event.type === 'message-problem') round.problems.push(event.body);
  }
  return rounds;
}

/** Answers why it is not a whole answer, when it is not. */
async function answer(
  { answer: said, calls, problems }: RecordedRound,
  emit: (event: ModelEvent) => void,
): Promise<ModelFailure | undefined> {
  if (said?.reasoning !== undefined) emit({ type: 'reasoning', text: said.reasoning });
  if (said !== undefined && said.text !== '') emit({ type: 'text', text: said.text });
  if (said === undefined || said.stop === 'cut') return stopped;
  const replaced = problems.filter(({ code }) => code === 'call-id-replaced').map(({ message }) => message);
  for (const { index, callId, name, arguments: text } of calls) {
    const told = replaced.find((message) => message.includes(callId));
    emit({ type: 'call', index, id: told === undefined ? callId : givenId(told), name, arguments: text });
  }
  // Its process ended before all of them were stored.
  for (let index = calls.length; index < said.calls; index += 1)
    emit({ type: 'call', index, id: `unrecorded_${index}`, name: 'unrecorded', arguments: '{}' });
  for (const { code, message, rejected } of problems) {
    if (code !== 'call-id-replaced') emit({ type: 'problem', code, message, ...(rejected === true && { rejected }) });
  }
  if (said.usage !== undefined) emit({ type: 'usage', usage: said.usage });
  if (said.carry !== undefined) emit({ type: 'carry', carry: said.carry });
  emit({ type: 'stop', reason: said.stop });
  return undefined;
}

/** The id a call had before it was given another, as the record tells it. */
const givenId = (message: string): string => /^the call id (\S+) was used before/.exec(message)?.[1] ?? '';
