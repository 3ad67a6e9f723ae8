import { expect, it } from 'vitest';
import { renderSessions } from '../../../src/cli/view/session-lines.js';
import type { SessionSummary } from '../../../src/session/sessions.js';
import { verifies } from '../../requirements.js';

const session = (id: string, above?: string, depth = 1): SessionSummary => ({
  id,
  openedAt: 0,
  lastAt: 0,
  workspace: '/work',
  model: 'm',
  events: 1,
  messages: 1,
  firstMessage: `says ${id}`,
  ...(above !== undefined && { parent: { sessionId: above, callId: 'c', name: 'helper', depth } }),
});

it('lists subagents below the session they work for, and names one that is not listed', () => {
  verifies('subagents.session.shown');
  const lines = renderSessions(
    [
      session('ses_below', 'ses_second', 2),
      session('ses_second', 'ses_head'),
      session('ses_first', 'ses_head'),
      session('ses_head'),
      session('ses_lone', 'ses_gone'),
    ],
    {},
  ).split('\n');
  expect(lines.map((line) => [line.split(' ')[0], line.split('/work  ')[1]])).toEqual([
    ['ses_head', 'says ses_head'],
    ['ses_first', '↳ helper: says ses_first'],
    ['ses_second', '↳ helper: says ses_second'],
    ['ses_below', '  ↳ helper: says ses_below'],
    ['ses_lone', '↳ helper of ses_gone: says ses_lone'],
  ]);
});
