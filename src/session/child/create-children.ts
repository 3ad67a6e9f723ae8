import type { ChildEnded, ChildStarted } from '../../agent/event.js';
import { defined } from '../../base/defined.js';
import type { Cancellation } from '../../run/cancellation.js';
import type { AnswerOrigin } from '../../run/question.js';
import type { NewEvent } from '../../store/store.js';
import {
  type Child,
  type ChildCall,
  type ChildEnd,
  type ChildHost,
  type ChildOrder,
  type ChildWait,
  generalInfo,
} from '../../tool/child.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { SessionEventBody } from '../event.js';
import type { Caller, ChildWork, HeldChild } from './held-child.js';
import { depthOf, maxRunning, maxStarted } from './parent-binding.js';

/** The subagents of a session. */
export interface SessionChildren extends ChildHost {
  apply(event: NewEvent): void;
  /** Tells of those that an earlier process left and nobody waits for; answers whether there were any. */
  recover(): boolean;
  /** A turn begins: what stops it stops them, and those that a pause stopped go on. */
  follow(cancellation: Cancellation): void;
  /** The mode has changed here. */
  followMode(origin: AnswerOrigin): void;
  /** Ends all of them. */
  close(): Promise<void>;
}

export function createChildren(caller: Caller): SessionChildren {
  const { place, stream, tools } = caller;
  const { profile } = place;
  const { tree, depth } = place.tree;
  const record = stream.recordAside;
  const held = new Map<string, HeldChild>();
  /** Calls that have ended: what they have started is waited for by nobody. */
  const settled = new Set<string>();
  /** The ends that are recorded. */
  const told = new Map<string, ChildEnded>();
  let current: Cancellation | undefined;
  let closed = false;

  const take = (event: NewEvent): void => {
    const { type, body } = event as SessionEventBody;
    if (type === 'child-started' && !held.has(body.childId)) hold(body);
    if (type === 'child-ended') takeEnd(body);
    if (type === 'call-settled') settled.add(body.callId);
  };
  const hold = (started: ChildStarted): HeldChild => {
    const child: HeldChild = { started, status: 'unknown', listeners: new Set() };
    held.set(started.childId, child);
    return child;
  };
  const takeEnd = (ended: ChildEnded): void => {
    told.set(ended.childId, ended);
    const child = held.get(ended.childId);
    if (child !== undefined) child.status = ended.status;
  };

  const atWork = (): readonly HeldChild[] => [...held.values()].filter(({ status }) => status === 'running');

  const isDetached = ({ started }: HeldChild): boolean => settled.has(started.callId);

  const tellEnd = ({ started }: HeldChild, { text: _, ...end }: ChildEnd): void => {
    const { childId, callId, name } = started;
    if (!told.has(childId)) record({ type: 'child-ended', body: { childId, callId, name, ...end } });
  };

  /** Has it work, from its beginning or from where it stopped. Its place among those that run is taken already. */
  const begin = (child: HeldChild, order?: ChildOrder): void => {
    child.status = 'running';
    child.work = (async (): Promise<ChildWork> => {
      const { runChild } = await import('./run-child.js');
      const done = await runChild({ child, order, caller, stop: () => (closed ? 'cancelled' : current?.stop) });
      tree.running -= 1;
      child.status = done.end.status;
      if (done.end.status === 'paused') return done;
      child.end = done.end;
      tellEnd(child, done.end);
      return done;
    })();
  };

  async function start(order: ChildOrder, callId: string): Promise<Child | ToolFailure> {
    const before = [...held.values()].find(({ started }) => started.callId === callId && started.index === order.index);
    if (before?.work !== undefined && before.status !== 'paused') return childOf(before);
    const most = depthOf(profile);
    if (depth >= most) return fail('validation_failed', tooDeep(most));
    if (tree.running >= maxRunning) return fail('rate_limited', tooMany);
    if (before === undefined && tree.started >= maxStarted) return fail('rate_limited', tooOften);
    tree.running += 1;
    try {
      const child = before ?? (await startNew(order, callId));
      begin(child, order);
      return childOf(child);
    } catch (error) {
      tree.running -= 1;
      throw error;
    }
  }

  /** It is on record before it is opened: whatever happens then, it is found again. */
  async function startNew(order: ChildOrder, callId: string): Promise<HeldChild> {
    tree.started += 1;
    const { prepareChild } = await import('./prepare-child.js');
    const started = prepareChild(order, callId, caller);
    record({ type: 'child-started', body: started });
    const failure = await stream.recorder.flush();
    if (failure !== undefined) throw failure.error;
    return held.get(started.childId) ?? hold(started);
  }

  async function wait(id: string, { waitMs, onNews }: ChildWait, call: ChildCall): Promise<ChildEnd | 'running'> {
    const child = held.get(id);
    if (child?.work === undefined) return lost;
    if (onNews !== undefined) child.listeners.add(onNews);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'running'>((resolve) => {
      if (waitMs !== undefined) timer = setTimeout(() => resolve('running'), waitMs);
    });
    const done = await Promise.race([child.work, late]);
    clearTimeout(timer);
    if (onNews !== undefined) child.listeners.delete(onNews);
    if (done === 'running') return done;
    if (done.halt !== undefined) call.halt(done.halt);
    // The call stays open and goes on with its subagent when the session does: this run of it must not.
    if (done.end.status === 'paused') throw new Error('the subagent waits');
    return done.end;
  }

  /** What it said is in its record alone. */
  async function end(id: string): Promise<ChildEnd | undefined> {
    const known = held.get(id)?.end;
    const ended = told.get(id);
    if (known !== undefined || ended === undefined) return known;
    const { readPast } = await import('./child-past.js');
    const { status, rounds, calls, message } = ended;
    const text = (await readPast(id, caller)).work?.end.text ?? '';
    return { status, text, rounds, calls, ...defined({ message }) };
  }

  const stop = ({ core }: HeldChild): void => {
    const cancellation = core?.state.running?.cancellation;
    const { stopEndsWork = false } = profile;
    if (!stopEndsWork && current?.paused === true && current.pausedBy !== undefined)
      cancellation?.pause(current.pausedBy);
    else cancellation?.cancel();
  };

  return {
    forCall: (call) => ({
      agents: tools.book?.agents ?? [generalInfo],
      list: () => [...held.values()].map(childOf),
      end,
      start: (order) => start(order, call.callId),
      wait: (id, waiting) => wait(id, waiting, call),
    }),
    apply(event) {
      take(event);
      const { type, body } = event as SessionEventBody;
      if (type === 'taint-raised') for (const { core } of atWork()) core?.judges.taint.take(body);
      if (type === 'taint-cleared') for (const { core } of atWork()) core?.judges.taint.clear(body.origin);
    },
    recover() {
      const left = [...held.values()].filter((child) => isDetached(child) && !told.has(child.started.childId));
      for (const child of left) tellEnd(child, lost);
      return left.length > 0;
    },
    follow(cancellation) {
      current = cancellation;
      if (depth === 0) tree.started = 0;
      const stopAll = (): void => atWork().forEach(stop);
      cancellation.onStop(stopAll);
      cancellation.onCancel(stopAll);
      for (const child of held.values()) {
        if (child.status !== 'paused' || !isDetached(child) || tree.running >= maxRunning) continue;
        tree.running += 1;
        begin(child);
      }
    },
    followMode(origin) {
      for (const { core } of atWork()) core?.modes.follow(origin);
    },
    async close() {
      closed = true;
      const running = atWork();
      for (const { core } of running) core?.state.running?.cancellation.cancel();
      await Promise.allSettled(running.map(({ work }) => work));
      for (const child of held.values()) if (child.status === 'paused' && isDetached(child)) tellEnd(child, endedWith);
    },
  };
}

const childOf = ({ started, status }: HeldChild): Child => {
  const { childId: id, callId, name: agent, title, warnings = [] } = started;
  return { id, callId, agent, title, status, warnings };
};

const tooDeep = (most: number): string => `Subagents can be ${most} deep, and this one is: do it yourself.`;
const tooMany = `${maxRunning} subagents are at work, and more cannot be: wait for one to end, or do it yourself.`;

const tooOften = `${maxStarted} subagents were started since the person last said something, and more cannot be: do it yourself, or answer with what you have.`;

const lost: ChildEnd = {
  status: 'unknown',
  text: '',
  rounds: 0,
  calls: 0,
  message: 'Its process ended before it did: what it did until then stands. Look before you delegate it again.',
};

const endedWith: ChildEnd = {
  status: 'cancelled',
  text: '',
  rounds: 0,
  calls: 0,
  message: 'It was paused, and ended with the session.',
};
