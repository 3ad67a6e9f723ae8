import type { LimitName, ReachedLimit, TurnLimits } from '../../agent/limits.js';
import type { Meter } from '../../agent/meter.js';
import type { Profile } from '../../agent/profile.js';
import type { Spending } from '../../agent/spending.js';
import type { LoopNote, LoopWatch } from '../../run/guard/loop-watch.js';
import type { RateLimiter } from '../../run/guard/rate-limiter.js';
import type { Tool } from '../../tool/tool.js';
import type { SessionRecord } from '../event.js';
import type { Conductor } from './conductor.js';

/** The limits a session was held to, as far as its record tells: nobody wrote down the settings of that time. */
export function recordedLimits(events: readonly SessionRecord[], { limits }: Profile): TurnLimits {
  const found = {
    rounds: Number.MAX_SAFE_INTEGER,
    callsPerRound: Number.MAX_SAFE_INTEGER,
    callsPerTurn: Number.MAX_SAFE_INTEGER,
  };
  const indexes = new Map<string, number>();
  let rounds = 0;
  let calls = 0;
  let before = 0;
  let asks = false;
  const ofRounds = limits.ends?.rounds?.code ?? 'rounds';
  for (const event of events) {
    if (event.type === 'turn-started') {
      rounds = 0;
      calls = 0;
    }
    if (event.type === 'round-started') {
      rounds = event.body.round;
      before = calls;
    }
    if (event.type === 'call-admitted') {
      indexes.set(event.body.callId, event.body.index);
      calls += 1;
    }
    if (event.type === 'guard-warned' && event.body.code === 'last-round') found.rounds = rounds + 1;
    if (event.type === 'turn-ended' && event.body.limit === ofRounds && !asks) found.rounds = event.body.rounds;
    if (event.type === 'approval-requested' && !indexes.has(event.body.callId)) {
      asks = true;
      const [, amount, of] = /limit of (\d+) (round|call)s? a turn/.exec(textOf(event)) ?? [];
      if (of === 'round') found.rounds = Number(amount);
      if (of === 'call') found.callsPerTurn = Number(amount);
    }
    if (event.type !== 'guard-tripped') continue;
    const index = indexes.get(event.body.callId) ?? 0;
    if (event.body.limit === 'calls-per-round') found.callsPerRound = Math.min(found.callsPerRound, index);
    if (event.body.limit === 'calls-per-turn') found.callsPerTurn = Math.min(found.callsPerTurn, before + index);
  }
  const {
    turnMs: _ms,
    turnTokens: _tokens,
    turnCost: _cost,
    sessionTokens: _all,
    sessionCost: _costs,
    ...kept
  } = limits;
  return { ...kept, ...found, ...(asks && { atLimit: 'ask' }) };
}

/** What a person was asked at a limit. */
const textOf = ({ body }: Extract<SessionRecord, { readonly type: 'approval-requested' }>): string =>
  body.kind === 'input' ? body.text : '';

const metered: ReadonlySet<string> = new Set<LimitName>([
  'turn-time',
  'turn-tokens',
  'turn-cost',
  'session-tokens',
  'session-cost',
]);

/** What time, tokens and money allowed is not counted again: a limit is reached where the record says so. */
export function recordedSpending(conductor: Conductor, spending: Spending): Spending {
  const reached = (): ReachedLimit | undefined => {
    const { next } = conductor;
    if (next?.type === 'approval-requested') return askedAt(textOf(next));
    const limit = next?.type === 'turn-ended' || next?.type === 'guard-tripped' ? next.body.limit : undefined;
    if (limit === undefined || !metered.has(limit)) return undefined;
    const { message = '' } = next?.body as { readonly message?: string };
    // By their places: the words of a redacted session are others.
    const [what = '', ...advice] = message
      .slice(next?.type === 'turn-ended' ? atEnd.length : atCall.length)
      .split('. ');
    return {
      limit: limit as LimitName,
      amount: 0,
      what: next?.type === 'guard-tripped' ? what.replace(/ \S+ \S+$/, '') : what,
      advice: advice.join('. '),
    };
  };
  const meter: Meter = { tokens: 0, cost: 0, add: () => {}, reached, extend: () => {} };
  return { ...spending, meter, prices: {}, isUnpriced: () => false };
}

/** The limit a person was asked at, by what it is called; those of rounds and calls are counted. */
function askedAt(text: string): ReachedLimit | undefined {
  const [, what] = /^The turn is at (.*)\. Go on with as much again\?$/.exec(text) ?? [];
  if (what === undefined || /(round|call)s? a turn$/.test(what)) return undefined;
  const kind = what.includes('token') ? 'tokens' : what.includes('cost') ? 'cost' : 'time';
  const limit = `${what.endsWith('session') ? 'session' : 'turn'}-${kind}` as LimitName;
  return { limit, amount: 0, what, advice: '' };
}

const atEnd = 'Stopped at ';
const atCall = 'Not run: ';

/** What repeats, and what the model was told of it, is told where it was. */
export function recordedLoops(conductor: Conductor): LoopWatch {
  return {
    apply: () => {},
    looksAt: () => undefined,
    judge({ id }) {
      const next = conductor.restOf(conductor.recordedId(id))[0];
      if (next?.type !== 'guard-tripped' || !next.body.limit.startsWith('loop-')) return undefined;
      return { limit: next.body.limit, message: next.body.message };
    },
    get notes() {
      const due: LoopNote[] = [];
      for (const step of conductor.rest()) {
        if (step.type !== 'guard-warned' || step.body.code === 'last-round') break;
        due.push(step.body);
      }
      return due;
    },
    get refusals() {
      const { next } = conductor;
      if (next?.type !== 'turn-ended' || next.body.limit !== 'loop') return 0;
      return Number(/(\d+) calls? in a row/.exec(next.body.message ?? '')?.[1] ?? Number.MAX_SAFE_INTEGER);
    },
  };
}

/** A call was too fast where the record says so. */
export function recordedRates(conductor: Conductor, callOf: (tool: Tool) => string | undefined): RateLimiter {
  return {
    take(tool) {
      const next = conductor.restOf(callOf(tool as Tool) ?? '')[0];
      if (next?.type !== 'guard-tripped' || next.body.limit !== 'rate') return undefined;
      return { waitMs: 1, rate: { max: 1, perMs: 1000 } };
    },
  };
}
