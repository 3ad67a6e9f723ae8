import type { ScriptedRound } from '../src/model/provider/scripted.js';
import type { Done } from './scenario.js';

/** The one tool of these benches: one string in, a short string out, another one each time. */
export const echo = {
  name: 'echo',
  description: 'Counts texts, and answers the length of each.',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', description: 'Any text.' } },
    required: ['text'],
    additionalProperties: false,
  },
  result: { type: 'string' },
} as const;

/** What the others tell the model first, and Toolwright where every contender is to send the same. */
export const system = 'You have tools.';

export const prompt = 'Call the tool, then say that you are done.';

/** What the tool does, counted. */
export interface Echo {
  runs: number;
  run(text: string): string;
}

export function createEcho(): Echo {
  return {
    runs: 0,
    run(text) {
      this.runs += 1;
      return `text ${this.runs}: ${text.length} characters`;
    },
  };
}

/** The same answers for every contender. */
export interface Script {
  readonly prompt: string;
  readonly rounds: readonly ScriptedRound[];
  readonly expected: Done;
}

export function echoScript(size: { readonly rounds: number; readonly calls: number }): Script {
  const text = `done after ${size.rounds} rounds`;
  const round = (index: number): ScriptedRound => ({
    calls: Array.from({ length: size.calls }, (_, call) => ({
      id: `call_${index}_${call}`,
      name: echo.name,
      arguments: JSON.stringify({ text: `round ${index}, call ${call}` }),
    })),
  });
  return {
    prompt,
    rounds: [...Array.from({ length: size.rounds }, (_, index) => round(index)), { text }],
    expected: { calls: size.rounds * size.calls, text },
  };
}

/** The arguments of a call as the script has them: text already. */
export const argumentsOf = (call: { readonly arguments: object | string }): string => String(call.arguments);
