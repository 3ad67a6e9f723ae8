import { expect, it } from 'vitest';
import type { SessionRecord } from '../../../src/session/event.js';
import { type Checked, checkRecord } from './check-record.js';

type Told = readonly [type: string, body?: object];

const callId = 'a-1';
const opened: Told = ['session-opened'];
const admitted: Told = ['call-admitted', { name: 'asked' }];
const decided: Told = ['call-decided', { verdict: 'ask' }];
const answered: Told = ['approval-answered', { answer: { choice: 'once' } }];
const started: Told = ['call-started'];
const settled: Told = ['call-settled', { outcome: 'ok' }];
const denied: Told = ['call-settled', { outcome: 'denied' }];
const round: Told = ['round-started'];
const whole = [opened, admitted, decided, answered, started, settled, round];

const check = (told: readonly Told[], more: Partial<Checked> = {}) =>
  checkRecord({
    name: 'a',
    events: told.map(([type, body], at) => ({
      seq: at + 1,
      hash: `h${at + 1}`,
      type,
      body: { callId, ...body },
    })) as unknown as readonly SessionRecord[],
    acknowledged: new Map([[1, 'h1']]),
    effects: [callId],
    ...more,
  });

it('finds nothing in a record that is as it should be', () => {
  expect(check(whole)).toEqual([]);
});

it.each<readonly [tells: string, found: readonly string[]]>([
  ['R1: a: the acknowledged event 9 is lost', check(whole, { acknowledged: new Map([[9, 'h9']]) })],
  ['R1: a: the acknowledged event 1 is lost', check(whole, { acknowledged: new Map([[1, 'other']]) })],
  ['R3: a: a round began with a-1 open', check([opened, admitted, round, decided, answered, started, settled])],
  ['R3: a: a-1 was settled twice', check([...whole, settled])],
  ['R3: a: a-1 has no settlement', check(whole.slice(0, 5))],
  ['R3: a: a-1 was started and is not open', check([...whole, started])],
  ['R3: a: a-1 had 2 effects and 1 starts', check(whole, { effects: [callId, callId] })],
  ['R4: a: a-1 was started twice', check([opened, admitted, decided, answered, started, started, settled])],
  ['R4: a: a-1 was admitted twice', check([opened, admitted, ...whole.slice(1)])],
  ['R6: a: a-1 was started by no verdict of this process', check([opened, admitted, started, settled])],
  ['R6: a: a-1 was started by no verdict of this process', check([...whole.slice(0, 4), opened, started, settled])],
  ['R6: a: a-1 was not approved', check([opened, admitted, decided, started, settled])],
  ['R6: a: a-1 was denied and done', check([opened, admitted, decided, answered, started, denied])],
  ['R8: a: it has the call b-1', check([opened, ['call-admitted', { callId: 'b-1', name: 'asked' }]])],
])('tells %s', (tells, found) => {
  expect(found).toContain(tells);
});
