import type { TurnEnd } from '../../agent/event.js';
import { messageOf } from '../../base/error.js';
import { firstLine } from '../../base/text.js';
import type { Stop } from '../../run/cancellation.js';
import type { ChildEnd, ChildOrder } from '../../tool/child.js';
import type { SessionEvent } from '../event.js';
import { bindParent, childOptions } from './child-options.js';
import { type ChildPast, readPast, workOf } from './child-past.js';
import type { Caller, ChildWork, HeldChild } from './held-child.js';

interface ChildRun {
  readonly child: HeldChild;
  /** Absent when it has been told. */
  readonly order: Pick<ChildOrder, 'prompt' | 'correct'> | undefined;
  readonly caller: Caller;
  /** How the turn of its caller was told to stop, if it was. */
  stop(): Stop | undefined;
}

/**
 * Has a subagent work until its turn ends: from its beginning, or from where a pause or a killed process left it. One whose
 * turn has ended in its record is not asked again. Never rejects.
 */
export async function runChild(run: ChildRun): Promise<ChildWork> {
  const { child, caller } = run;
  let session: Awaited<ReturnType<Caller['open']>>['session'] | undefined;
  try {
    const past = await readPast(child.started.childId, caller);
    // Also of one that has ended: what it says was made of it.
    for (const source of past.taint) caller.judges.taint.take({ ...source, callId: child.started.callId });
    const message = past.told === 0 ? await run.order?.prompt() : await correction(run, past);
    if (past.work !== undefined && message === undefined) return past.work;
    if (run.stop() === 'cancelled') return past.work ?? cancelled;
    const binding = bindParent(child.started, caller);
    const opened = await caller.open({
      id: child.started.childId,
      resumed: past.opened,
      options: await childOptions(child.started, caller, binding),
      binding,
    });
    session = opened.session;
    child.core = opened.core;
    shareTaint(child, caller);
    session.on((event) => tellNews(event, child));
    const work = added(past, await takeTurn(session, message, run));
    const told = past.told + (message === undefined ? 0 : 1);
    const again = await correction(run, { ...past, told, work });
    return again === undefined ? work : added(work.end, await takeTurn(session, again, run));
  } catch (error) {
    const message = `It could not go on: ${messageOf(error)}`;
    return { end: { status: 'failed', text: '', rounds: 0, calls: 0, message } };
  } finally {
    delete child.core;
    await session?.close().catch((error: unknown) => caller.place.log.warn(messageOf(error)));
  }
}

/** What it is told of an end that will not do, unless it was told before. */
async function correction({ order, stop }: ChildRun, { told, work }: ChildPast): Promise<string | undefined> {
  if (told !== 1 || work?.end.status !== 'done' || stop() !== undefined) return undefined;
  return order?.correct?.(work.end.text);
}

async function takeTurn(
  session: Awaited<ReturnType<Caller['open']>>['session'],
  message: string | undefined,
  run: ChildRun,
): Promise<TurnEnd> {
  const turn = message === undefined ? session.resume() : session.send(message);
  const stop = run.stop();
  if (stop === 'cancelled') session.cancel();
  if (stop === 'paused') session.pause();
  return turn.result;
}

/** What it has done in all its turns. */
const added = ({ rounds, calls }: Pick<ChildEnd, 'rounds' | 'calls'>, end: TurnEnd): ChildWork =>
  workOf({ ...end, rounds: end.rounds + rounds, calls: end.calls + calls });

/** What has come in from outside counts for both. */
function shareTaint({ core, started }: HeldChild, { judges }: Caller): void {
  const above = judges.taint;
  for (const source of above.sources) core?.judges.taint.take(source);
  for (const source of core?.judges.taint.sources ?? []) above.take({ ...source, callId: started.callId });
}

function tellNews(event: SessionEvent, { started, listeners }: HeldChild): void {
  if (event.type !== 'call-admitted') return;
  const line = `${started.name}: ${event.body.name} ${firstLine(event.body.arguments, 80)}`;
  for (const listener of listeners) listener(line);
}

const cancelled: ChildWork = {
  end: { status: 'cancelled', text: '', rounds: 0, calls: 0, message: 'It was cancelled before it began.' },
};
