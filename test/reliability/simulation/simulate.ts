import type { SessionRecord } from '../../../src/session/event.js';
import { openSession, type Session } from '../../../src/session/session.js';
import { createRandom } from '../../support/random.js';
import { checkRecord } from './check-record.js';
import { simulatedModel, simulatedPolicy, simulatedTools } from './simulated-parts.js';
import { createWorld, type Process, startProcess, type World } from './simulated-world.js';

export interface Simulation {
  readonly violations: readonly string[];
  readonly steps: number;
  readonly kills: number;
  readonly events: number;
  /** The types of the events of every session, in order: the same for the same seed. */
  readonly trace: readonly string[];
}

/** A person at one session, across the lives of the program. */
interface Seat {
  readonly name: string;
  id: string | undefined;
  readonly acknowledged: Map<number, string>;
  messages: number;
  done: boolean;
}

const sessions = ['a', 'b'];
const messagesEach = 2;
const mostLives = 4;
const mostSteps = 5000;

/** Two sessions of one program that is killed and started again, all of it decided by the seed. */
export async function simulate(seed: number, workspace: string): Promise<Simulation> {
  const random = createRandom(seed);
  const world = createWorld(random);
  const seats: readonly Seat[] = sessions.map((name) => ({
    name,
    id: undefined,
    acknowledged: new Map(),
    messages: 0,
    done: false,
  }));
  let kills = 0;
  for (let life = 1; seats.some(({ done }) => !done); life += 1) {
    const last = life >= mostLives;
    const process = startProcess(world, !last);
    const lives = seats.filter(({ done }) => !done).map((seat) => sitDown(seat, { world, process, workspace }));
    const killAt = last ? Number.POSITIVE_INFINITY : world.steps + 1 + random.below(120);
    const ended = await drive(world, process, { killAt, done: Promise.all(lives) });
    if (ended === 'killed') kills += 1;
    if (ended === 'stuck') {
      world.violations.push('R7: nothing waits for anything, and there is no end');
      break;
    }
  }
  let events = 0;
  const trace: string[] = [];
  for (const { name, id, acknowledged } of seats) {
    const record = id === undefined ? [] : ((await world.disk.read(id)) as readonly SessionRecord[]);
    events += record.length;
    trace.push(...record.map(({ type }) => `${name} ${type}`));
    world.violations.push(...checkRecord({ name, events: record, acknowledged, effects: world.effects }));
  }
  return { violations: world.violations, steps: world.steps, kills, events, trace };
}

interface Sitting {
  readonly world: World;
  readonly process: Process;
  readonly workspace: string;
}

/** What a person does in one life of the program: goes on with what was cut off, then says what is left to say. */
async function sitDown(seat: Seat, { world, process, workspace }: Sitting): Promise<void> {
  const { random, clock } = world;
  // What was opened and never said anything is not stored, and is opened anew.
  const known = seat.id !== undefined && (await process.store.read(seat.id)).length > 0;
  const session: Session = await openSession({
    model: simulatedModel(world, process, seat.name),
    workspace,
    store: process.store,
    ...(known && seat.id !== undefined && { session: seat.id }),
    builtins: false,
    tools: simulatedTools(world, process),
    policy: simulatedPolicy,
    clock,
    onAsk: 'person',
  });
  seat.id = session.id;
  session.on((event) => {
    if (!process.alive) return;
    if ('seq' in event) seat.acknowledged.set(event.seq, event.hash);
    if (event.type === 'approval-requested') void answerLater(session, event.body.id, { world, process, workspace });
    if (event.type === 'round-started' && process.faults && random.chance(0.05)) session.cancel();
  });
  const past = (await process.store.read(session.id)) as readonly SessionRecord[];
  const last = past.findLast(({ type }) => type === 'turn-started' || type === 'turn-ended');
  if (last?.type === 'turn-started') await session.resume().result;
  while (seat.messages < messagesEach) {
    seat.messages += 1;
    const end = await session.send(`message ${seat.messages} to ${seat.name}`).result;
    for (let tries = 0; end.reason === 'store-failed' && tries < 5; tries += 1) {
      if ((await session.resume().result).reason !== 'store-failed') break;
    }
  }
  // What could not be stored at the end is gone on with in the next life.
  const closed = await session.close().then(
    () => true,
    (error: unknown) => {
      if (!process.faults) throw error;
      return false;
    },
  );
  if (process.alive) seat.done = closed;
}

async function answerLater(session: Session, id: string, { world, process }: Sitting): Promise<void> {
  await process.pause();
  const open = session.questions.some((question) => question.id === id);
  if (open) session.answer(id, { choice: world.random.chance(0.8) ? 'once' : 'deny' });
}

/** Lets one thing after another go on, until all is done, nothing can, or the process is to be killed. */
async function drive(
  world: World,
  process: Process,
  { killAt, done }: { readonly killAt: number; readonly done: Promise<unknown> },
): Promise<'done' | 'killed' | 'stuck'> {
  let ended = false;
  let thrown: unknown;
  done.then(
    () => {
      ended = true;
    },
    (error: unknown) => {
      ended = true;
      thrown = error;
    },
  );
  let idle = 0;
  while (idle < 400 && world.steps < mostSteps) {
    await new Promise((resolve) => setImmediate(resolve));
    if (ended) {
      if (thrown !== undefined) world.violations.push(`thrown: ${thrown instanceof Error ? thrown.stack : thrown}`);
      return 'done';
    }
    if (world.steps >= killAt) {
      process.kill();
      return 'killed';
    }
    if (process.waiting === 0) {
      idle += 1;
      // Something of the machine itself, a file that is read, takes its time.
      if (idle > 50) await new Promise((resolve) => setTimeout(resolve, 5));
      continue;
    }
    idle = 0;
    process.step();
  }
  process.kill();
  return 'stuck';
}
