import type { SessionRecord } from '../../../src/session/event.js';

/** What one session acknowledged, and where it stands now. */
export interface Checked {
  readonly name: string;
  readonly events: readonly SessionRecord[];
  readonly acknowledged: ReadonlyMap<number, string>;
  readonly effects: readonly string[];
}

/** What is wrong with the record of a session that has come to its end. */
export function checkRecord({ name, events, acknowledged, effects }: Checked): readonly string[] {
  const violations: string[] = [];
  const say = (rule: string, words: string): unknown => violations.push(`${rule}: ${name}: ${words}`);
  for (const [seq, hash] of acknowledged) {
    if (events[seq - 1]?.hash !== hash) say('R1', `the acknowledged event ${seq} is lost`);
  }
  const open = new Map<string, { starts: number; name: string }>();
  const settled = new Map<string, string>();
  const starts = new Map<string, number>();
  let verdicts = new Map<string, string>();
  let approved = new Map<string, number>();
  for (const [at, event] of events.entries()) {
    if (event.seq !== at + 1) say('R2', `event ${at + 1} has the number ${event.seq}`);
    if (event.type === 'session-opened') {
      verdicts = new Map();
      approved = new Map();
    }
    if (event.type === 'round-started' && open.size > 0) say('R3', `a round began with ${[...open.keys()]} open`);
    if (event.type === 'call-admitted') {
      const { callId } = event.body;
      if (!callId.startsWith(`${name}-`)) say('R8', `it has the call ${callId}`);
      if (open.has(callId) || settled.has(callId)) say('R4', `${callId} was admitted twice`);
      open.set(callId, { starts: 0, name: event.body.name });
    }
    if (event.type === 'call-decided') verdicts.set(event.body.callId, event.body.verdict);
    if (event.type === 'approval-answered' && event.body.answer.choice === 'once') {
      approved.set(event.body.callId, (approved.get(event.body.callId) ?? 0) + 1);
    }
    if (event.type === 'call-started') {
      const { callId } = event.body;
      const call = open.get(callId);
      starts.set(callId, (starts.get(callId) ?? 0) + 1);
      if (call === undefined) say('R3', `${callId} was started and is not open`);
      else if (call.starts > 0 && (call.name === 'once' || call.name === 'asked'))
        say('R4', `${callId} was started twice`);
      if (call !== undefined) call.starts += 1;
      if (verdicts.get(callId) === undefined) say('R6', `${callId} was started by no verdict of this process`);
      if (verdicts.get(callId) === 'ask' && (approved.get(callId) ?? 0) < 1) say('R6', `${callId} was not approved`);
      approved.set(callId, (approved.get(callId) ?? 0) - 1);
    }
    if (event.type === 'call-settled') {
      const { callId, outcome } = event.body;
      if (settled.has(callId)) say('R3', `${callId} was settled twice`);
      if (!open.delete(callId)) say('R3', `${callId} was settled and was not open`);
      settled.set(callId, outcome);
    }
  }
  for (const callId of open.keys()) say('R3', `${callId} has no settlement`);
  for (const mark of new Set(effects.filter((effect) => effect.startsWith(`${name}-`)))) {
    const times = effects.filter((effect) => effect === mark).length;
    if (times > (starts.get(mark) ?? 0)) say('R3', `${mark} had ${times} effects and ${starts.get(mark) ?? 0} starts`);
    if (settled.get(mark) === 'denied') say('R6', `${mark} was denied and done`);
  }
  return violations;
}
