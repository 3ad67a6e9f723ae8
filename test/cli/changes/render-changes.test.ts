import { expect, it } from 'vitest';
import { renderChanges } from '../../../src/cli/changes/render-changes.js';
import { createStyle } from '../../../src/cli/view/style.js';
import { verifies } from '../../requirements.js';

it('lists what was done to protected paths and put back', () => {
  verifies('sandbox.sweep.told');
  const change = {
    changeId: 'chg_1',
    callId: 'call_1',
    operation: 'command',
    tool: 'run_command',
    turn: 1,
    at: 0,
    seq: 1,
    root: '/w',
    undone: false,
    paths: [],
    refused: [{ path: 'AGENTS.md', blob: 'blob:1' }, { path: '.git/hooks\u202e' }],
  } as const;
  const lines = (diff: boolean) =>
    renderChanges([change], { style: createStyle(false), diff })
      .split('\n')
      .slice(1);
  const told = ['    AGENTS.md: protected, put back, kept as blob:1', '    .git/hooks<U+202E>: protected, put back'];
  expect([lines(false), lines(true)]).toEqual([told, told]);
  const many = { ...change, refused: Array.from({ length: 60 }, (_, at) => ({ path: `.a${at}rc` })) };
  expect(renderChanges([many], { style: createStyle(false), diff: false })).toMatch(/ {4}… and 10 more$/);
});
