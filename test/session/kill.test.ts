import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import { verifies } from '../requirements.js';
import { runChild } from './child-session.js';
import { markTool } from './mark-tool.js';
import { bodies, newFolder, open, play } from './open.js';

/** Runs the child until it kills itself, then goes on with its session in this process. */
async function killAt(point: string) {
  const folder = newFolder();
  const path = join(folder, 'store.db');
  const marksFile = join(folder, 'marks');
  const { id, end: killed } = await runChild('killed-child.ts', [path, folder, marksFile, point]);
  expect(killed).toBe('SIGKILL');
  const marks = () => (existsSync(marksFile) ? readFileSync(marksFile, 'utf8').trim().split('\n') : []);
  const before = marks();
  const rerun: string[] = [];
  const mark = (name: string): void => void rerun.push(name);
  const store = await openStore(path);
  expect(await store.verify(id)).toMatchObject({ ok: true });
  const session = await open([{ text: 'Gone on.' }], {
    store,
    session: id,
    tools: [markTool({ name: 'once', mark }), markTool({ name: 'again', idempotent: true, mark })],
    mode: 'edit',
  });
  const { events, end } = await play(session.resume());
  const answers = session.requests[0]?.messages.filter(({ role }) => role === 'tool') ?? [];
  expect(answers).toHaveLength(2);
  expect(end).toMatchObject({ reason: 'answered', text: 'Gone on.' });
  await session.close();
  await store.close();
  const repairs = bodies(events, 'history-repaired')[0]?.calls.map(({ name, repair }) => `${name} ${repair}`) ?? [];
  return {
    before,
    rerun,
    repairs,
    outcomes: bodies(events, 'call-settled').map(({ name, outcome }) => `${name} ${outcome}`),
  };
}

describe('a process killed', () => {
  it('after a call was started, before its effect: the end is unknown, nothing is repeated', async () => {
    verifies('design.durability.started-first');
    expect(await killAt('before-effect')).toEqual({
      before: [],
      rerun: ['again'],
      repairs: ['once unknown', 'again run'],
      outcomes: ['once unknown', 'again ok'],
    });
  });

  it('in the middle of an effect: it happened once and stays unknown', async () => {
    verifies('design.durability.recover-unknown', 'design.durability.recover-once', 'design.words.outcome-unknown');
    expect(await killAt('in-effect')).toEqual({
      before: ['once'],
      rerun: ['again'],
      repairs: ['once unknown', 'again run'],
      outcomes: ['once unknown', 'again ok'],
    });
  });

  it('after an effect was recorded: its result is kept, the rest goes on', async () => {
    verifies('design.durability.recover-finished', 'design.durability.recover-idempotent', 'design.tool.idempotent');
    const { before, rerun, repairs } = await killAt('after-effect');
    expect(before[0]).toBe('once');
    expect(rerun).toEqual(['again']);
    // The second call had been started in the transaction that stored the end of the first.
    expect(repairs).toEqual(['again run-again']);
  });

  it('while a person was asked: nothing was done, and it is asked again', async () => {
    verifies('design.durability.recover-not-started', 'design.road.one-result-interrupted');
    const { before, repairs } = await killAt('asking');
    expect(before).toEqual([]);
    expect(repairs).toEqual(['once run', 'again run']);
  });

  it('while the model answered: nothing is open and nothing is run again', async () => {
    expect(await killAt('next-round')).toEqual({ before: ['once', 'again'], rerun: [], repairs: [], outcomes: [] });
  });
});
