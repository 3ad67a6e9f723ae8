import { findBuiltin } from '../../builtin/builtin-tools.js';
import { createRegistry, type Registry } from '../../tool/registry.js';
import type { Tool } from '../../tool/tool.js';
import type { SessionRecord } from '../event.js';
import type { Conductor } from './conductor.js';
import { recordedTool } from './recorded-tool.js';
import { callIdOf, type RecordedTurn, unsentCalls } from './recorded-turn.js';

interface ToolsOptions {
  readonly turn: RecordedTurn;
  /** Of each call that was admitted before the turn, the name of its tool. */
  readonly names: ReadonlyMap<string, string>;
  /** Texts were replaced: no schema of ours fits them. */
  readonly redacted: boolean;
  readonly conductor: Conductor;
  keep(value: object, content: string): void;
}

/** Each call has a tool of its own, found by name when its turn comes. */
export function createTools({ turn, names: before, conductor, redacted, keep }: ToolsOptions): {
  readonly registry: Registry;
  callOf(tool: Tool): string | undefined;
} {
  const ofCalls = eventsByCall(turn);
  const overlapping = overlappingCalls(turn);
  const runAgain = callsRunAgain(turn);
  const unsent = unsentCalls(turn.events);
  const tools = new Map<string, Tool>();
  const ofName = new Map<string, string[]>();
  for (const [callId, events] of ofCalls) {
    const admitted = events.find((event) => event.type === 'call-admitted')?.body;
    const name = admitted?.name ?? before.get(callId);
    if (name === undefined) continue;
    const known = redacted ? undefined : findBuiltin(name);
    const overlaps = overlapping.has(callId);
    const runsAgain = runAgain.has(callId);
    tools.set(
      callId,
      recordedTool({ callId, name, events, overlaps, runsAgain, unsent: unsent.has(callId), conductor, known, keep }),
    );
    ofName.set(name, ofName.get(name) ?? []);
    ofName.get(name)?.push(callId);
  }
  const calls = new Map([...tools].map(([callId, tool]) => [tool, callId]));
  const refusals = new Map(
    turn.events.flatMap((event) =>
      event.type === 'call-refused' && event.body.stage === 'resolve'
        ? [[event.body.callId, event.body.errorType]]
        : [],
    ),
  );
  /** The first call of this name that nothing has happened to yet. */
  const find = (name: string): string | undefined => {
    const ids = ofName.get(name) ?? [];
    while (ids.length > 1 && conductor.hasBegun(ids[0] ?? '')) ids.shift();
    // Behind one that is still to be admitted are only others of its kind.
    const fresh = ids.find((id) => !conductor.hasBegun(id));
    return fresh !== undefined && conductor.isFresh(fresh) ? fresh : ids.at(-1);
  };
  const offered = new Map<string, Tool>();
  offered.get = (name) => {
    const id = find(name);
    return id === undefined || refusals.get(id) === 'not_found' ? undefined : tools.get(id);
  };
  const registry: Registry = {
    ...createRegistry(),
    offer: () => ({ tools: offered, definitions: [] }),
    get(name) {
      const id = find(name);
      return id === undefined || refusals.has(id) ? undefined : tools.get(id);
    },
  };
  return { registry, callOf: (tool) => calls.get(tool) };
}

function eventsByCall({ events }: RecordedTurn): ReadonlyMap<string, readonly SessionRecord[]> {
  const ofCalls = new Map<string, SessionRecord[]>();
  for (const event of events) {
    const callId = callIdOf(event);
    if (callId === undefined) continue;
    ofCalls.set(callId, ofCalls.get(callId) ?? []);
    ofCalls.get(callId)?.push(event);
  }
  return ofCalls;
}

/** The calls of an earlier process that were run a second time. */
const callsRunAgain = ({ events }: RecordedTurn): ReadonlySet<string> =>
  new Set(
    events
      .flatMap((event) => (event.type === 'history-repaired' ? event.body.calls : []))
      .filter(({ repair }) => repair === 'run-again')
      .map(({ callId }) => callId),
  );

/** The calls that ran while another one was looked at or ran. */
function overlappingCalls({ events }: RecordedTurn): ReadonlySet<string> {
  const overlapping = new Set<string>();
  const running = new Set<string>();
  for (const event of events) {
    const callId = callIdOf(event);
    if (callId === undefined) continue;
    if (event.type !== 'call-admitted') for (const other of running) if (other !== callId) overlapping.add(other);
    if (event.type === 'call-started') {
      if ([...running].some((other) => other !== callId)) overlapping.add(callId);
      running.add(callId);
    }
    if (event.type === 'call-settled') running.delete(callId);
  }
  return overlapping;
}
