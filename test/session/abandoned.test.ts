import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { runChild } from './child-session.js';

it('keeps the process for a turn that runs, and not for one that is over', { timeout: 60_000 }, async () => {
  verifies('turn-control.process.kept');
  const { id: said, end } = await runChild('abandoned-child.ts', []);
  expect({ said, end }).toEqual({ said: 'answered', end: 0 });
});
