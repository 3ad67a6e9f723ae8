import { expect, it } from 'vitest';
import { createStyle } from '../../../src/cli/view/style.js';
import { createTurnView } from '../../../src/cli/view/turn-view.js';
import type { SessionEvent } from '../../../src/session/event.js';
import { verifies } from '../../requirements.js';

const record = (type: string, body: object) =>
  ({ type, body, v: 1, seq: 1, at: '', hash: '' }) as never as SessionEvent;
const admitted = (callId: string) =>
  record('call-admitted', { callId, index: 0, name: 'grep', arguments: '{"pattern":"x"}' });
const started = (callId: string) => record('call-started', { callId, attempt: 1 });
const beats = (callId: string, count: number): SessionEvent[] =>
  Array.from({ length: count }, (_, at) => ({
    type: 'call-heartbeat',
    callId,
    name: 'grep',
    elapsedMs: 4000 * (at + 1),
  }));

function show(events: readonly SessionEvent[]): string[] {
  const lines: string[] = [];
  const sink = { answer: () => {}, note: (line: string) => void lines.push(line) };
  const view = createTurnView({ sink, style: createStyle(false), verbose: () => false });
  for (const event of events) view.show(event);
  return lines;
}

it('says ever more rarely that a call still runs', () => {
  verifies('dialogue.show.progress');
  expect(show([admitted('c1'), started('c1'), ...beats('c1', 20)])).toEqual([
    '• grep x',
    '  │ still running, 4 s',
    '  │ still running, 8 s',
    '  │ still running, 16 s',
    '  │ still running, 32 s',
    '  │ still running, 64 s',
  ]);
});

it('names the call where several run', () => {
  expect(show([admitted('c1'), admitted('c2'), started('c1'), started('c2'), ...beats('c2', 1)])).toEqual([
    '  … grep x: still running, 4 s',
  ]);
});

it('says nothing while the call prints, or waits for a person', () => {
  verifies('dialogue.show.progress');
  const [first, second] = beats('c1', 2) as [SessionEvent, SessionEvent];
  const printed = { type: 'output-delta', callId: 'c1', text: 'x\n' } as const;
  expect(show([admitted('c1'), started('c1'), printed, first, printed, second])).toEqual(['• grep x']);
  const asked = record('approval-requested', { kind: 'input', id: 'q1', callId: 'c1', text: '?', options: [] });
  const answered = record('approval-answered', { questionId: 'q1', callId: 'c1' });
  expect(show([admitted('c1'), started('c1'), asked, first, answered, second])).toEqual([
    '• grep x',
    '  │ still running, 8 s',
  ]);
});
