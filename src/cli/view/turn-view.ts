import type { TurnEnd } from '../../agent/event.js';
import { plural } from '../../base/text.js';
import type { SessionEvent } from '../../session/event.js';
import { createShownTurn, type ShownTurnOptions } from './shown-turn.js';
import { linesOf } from './turn-lines.js';

/** Shows the events of a turn to a person. */
export function createTurnView(options: ShownTurnOptions) {
  const turn = createShownTurn(options);
  const { writer, waiting, output, note, detail } = turn;
  return {
    show(event: SessionEvent) {
      if (!keepsWaiting.has(event.type)) waiting.stop();
      for (const line of linesOf(event, turn)) note(line);
    },
    /** Ends the text that is on its way and tells why the turn ended, when it was not simply answered. */
    end({ reason, text, message, rounds, calls }: TurnEnd) {
      waiting.stop();
      output.stopAll();
      writer.finishText();
      if (reason === 'answered' && !writer.said && text.trim() !== '') writer.text(`${text}\n`);
      const said = message ?? endings[reason];
      if (said !== undefined) note(turn.alert(said));
      for (const line of detail(`${plural(rounds, 'round')}, ${plural(calls, 'call')}, ${reason}`)) note(line);
      turn.calls.clear();
    },
  };
}

/** What is not yet the beginning of an answer. */
const keepsWaiting = new Set<SessionEvent['type']>(['round-started', 'message-queued', 'model-progress']);

const endings: Partial<Record<TurnEnd['reason'], string>> = {
  cancelled: 'Stopped.',
  empty: 'The model gave no answer.',
  limit: 'A limit was reached.',
  failed: 'A limit was reached, which counts as a failure.',
  aborted: 'Ended at a question.',
  parked: 'A question waits for a person.',
  paused: 'Paused.',
  'model-failed': 'The model failed.',
  'store-failed': 'The store failed.',
};
