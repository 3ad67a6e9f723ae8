import { ai } from './ai-loop.js';
import type { Bar } from './bars.js';
import { echoScript, type Script } from './echo-script.js';
import { handWritten } from './hand-written-loop.js';
import { pi } from './pi-loop.js';
import type { Race, Scenario, ScenarioOptions } from './scenario.js';
import { toolwright } from './toolwright-loop.js';

/** A trivial tool, nothing but the process itself: what the loop costs. */
export async function inProcess({ folder: workspace, smoke }: ScenarioOptions): Promise<Scenario> {
  const count = smoke ? 3 : 100;
  const long = echoScript({ rounds: count * 4, calls: 1 });
  const shapes: readonly Shape[] = [
    { name: `${count} rounds of 1 call`, script: echoScript({ rounds: count, calls: 1 }), limit: 12 },
    { name: `1 round of ${count} calls`, script: echoScript({ rounds: 1, calls: count }), limit: 20 },
  ];
  const races: Race[] = [];
  for (const { name, script } of shapes) {
    const contenders = [
      handWritten(script),
      toolwright({ script, workspace }),
      toolwright({ name: 'toolwright, async tool', script, workspace, asynchronous: true }),
      await pi(script),
    ];
    if (script.rounds.length > count) contenders.push(toolwright({ name: longName(count), script: long, workspace }));
    races.push({ name, repetitions: smoke ? 1 : 60, contenders });
  }
  // A race of its own: it leaves so much garbage behind that whoever runs after it pays several times its own cost.
  const withAi: Race[] = shapes.map(({ name, script }) => ({
    name: `${name}, with ai`,
    repetitions: smoke ? 1 : 15,
    contenders: [handWritten(script), toolwright({ script, workspace }), ai(script)],
  }));
  return { races: [...races, ...withAi], bars: [...shapes.flatMap(barsOf), flatBar(count)], close: async () => {} };
}

interface Shape {
  readonly name: string;
  readonly script: Script;
  /** The most that a call may cost, as a multiple of the hand-written loop's. */
  readonly limit: number;
}

const longName = (count: number): string => `toolwright, ${count * 4} rounds`;

function barsOf({ name, limit }: Shape): readonly Bar[] {
  const bar = { race: name, contender: 'toolwright' };
  return [
    { ...bar, against: 'hand-written', limit, says: `${name}, against a hand-written loop` },
    { ...bar, against: 'pi-agent-core', limit: 1, below: true, says: `${name}, against pi-agent-core` },
    { ...bar, race: `${name}, with ai`, against: 'ai', limit: 1, below: true, says: `${name}, against ai` },
  ];
}

function flatBar(count: number): Bar {
  return {
    race: `${count} rounds of 1 call`,
    contender: longName(count),
    against: 'toolwright',
    limit: 1.2,
    says: `a call of ${count * 4} rounds, against a call of ${count}`,
  };
}
