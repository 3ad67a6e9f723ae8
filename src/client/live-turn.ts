import type { SessionEvent } from '../session/event.js';
import type { RunningCall, TurnNow } from './client-port.js';

/** What was told of the turn that runs and is not recorded yet, for whoever joins in its middle. */
export interface LiveTurn {
  take(event: SessionEvent): void;
  /** Undefined when none runs. */
  readonly now: TurnNow | undefined;
  /** The last turn that is over. */
  readonly over: string | undefined;
}

/** So much of what a call has printed is kept at least. */
const maxOutput = 32_768;

type Open = { -readonly [Key in keyof RunningCall]: RunningCall[Key] };

export function createLiveTurn(): LiveTurn {
  let turnId: string | undefined;
  let over: string | undefined;
  let text = '';
  let reasoning = '';
  const calls = new Map<string, Open>();
  const begin = (id: string | undefined): void => {
    turnId = id;
    text = '';
    reasoning = '';
    calls.clear();
  };
  return {
    get over() {
      return over;
    },
    get now() {
      if (turnId === undefined) return undefined;
      return { turnId, text, reasoning, calls: Array.from(calls.values(), (call) => ({ ...call })) };
    },
    take(event) {
      switch (event.type) {
        case 'text-delta':
          text += event.text;
          break;
        case 'reasoning-delta':
          reasoning += event.text;
          break;
        case 'text-was-reasoning':
          reasoning += text;
          text = '';
          break;
        case 'output-delta':
          print(calls.get(event.callId), event.text);
          break;
        case 'turn-started':
          begin(event.body.turnId);
          break;
        case 'round-started':
        case 'model-answered':
          text = '';
          reasoning = '';
          break;
        case 'call-admitted':
        case 'step-admitted':
          calls.set(event.body.callId, { callId: event.body.callId, name: event.body.name, output: '', left: 0 });
          break;
        case 'call-settled':
          calls.delete(event.body.callId);
          break;
        case 'turn-ended':
        case 'turn-lost':
          over = event.type === 'turn-lost' ? event.turnId : event.body.turnId;
          begin(undefined);
          break;
        default:
          break;
      }
    },
  };
}

function print(call: Open | undefined, text: string): void {
  if (call === undefined) return;
  call.output += text;
  if (call.output.length < 2 * maxOutput) return;
  call.left += call.output.length - maxOutput;
  call.output = call.output.slice(-maxOutput);
}
