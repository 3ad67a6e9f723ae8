import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ScriptedRounds, scriptedModel } from '../src/model/provider/scripted.js';
import { openSession } from '../src/session/session.js';
import type { Contender, Scenario, ScenarioOptions } from './scenario.js';

/** A large file read twice in one conversation: the first time the model is asked which lines matter, the second time not. */
export async function curator({ folder, smoke }: ScenarioOptions): Promise<Scenario> {
  const lines = smoke ? 200 : 5000;
  // What a small model takes for some numbers, at the least.
  const answerMs = smoke ? 20 : 1500;
  mkdirSync(join(folder, 'work'), { recursive: true });
  const content = Array.from({ length: lines }, (_, at) => `const value${at} = compute(${at}); // a line of a program`);
  writeFileSync(join(folder, 'work/large.ts'), content.join('\n'));
  const race = {
    name: 'a curated read',
    repetitions: smoke ? 1 : 10,
    reports: 'ms' as const,
    contenders: [
      reading('the first', folder, { timed: 0, answerMs }),
      reading('the same again', folder, { timed: 1, answerMs }),
    ],
  };
  return {
    races: [race],
    bars: [
      {
        race: race.name,
        contender: 'the same again',
        against: 'the first',
        limit: 1 / 50,
        says: 'a repeated curated read takes a fiftieth of the first at most',
      },
    ],
    async close() {},
  };
}

const answer = JSON.stringify({ line_ranges: [{ start: 20, end: 40, reason: 'r' }], summary: 's' });

interface Timing {
  /** Which of the two calls is timed. */
  readonly timed: number;
  readonly answerMs: number;
}

function reading(name: string, folder: string, { timed, answerMs }: Timing): Contender {
  return {
    name,
    expected: { calls: 2, text: '1 request' },
    async run() {
      let asked = 0;
      let rounds = 0;
      const answerTo: ScriptedRounds = ({ tools }) => {
        if (tools.length === 0) {
          asked += 1;
          return { text: answer, delayMs: answerMs };
        }
        rounds += 1;
        return rounds > 2 ? { text: 'done' } : { calls: [{ name: 'read_file', arguments: { path: 'large.ts' } }] };
      };
      const model = scriptedModel(answerTo, { contextTokens: 200_000 });
      const session = await openSession({
        workspace: join(folder, 'work'),
        model,
        mode: 'auto',
        curator: { keep: 'relevance' },
      });
      const started = new Map<string, number>();
      const took: number[] = [];
      session.on((event) => {
        if (event.type === 'call-started') started.set(event.body.callId, performance.now());
        if (event.type === 'call-settled') took.push(performance.now() - (started.get(event.body.callId) ?? 0));
      });
      await session.send('What is in lines 20 to 40?').result;
      await session.close();
      return { calls: took.length, text: `${asked} request`, cost: took[timed] ?? Number.NaN };
    },
  };
}
