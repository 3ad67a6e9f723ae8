import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { verifies } from '../../requirements.js';
import { bodies } from '../../session/open.js';
import { block, openVault } from './vault.js';

const files = { 'tea.md': 'tea\n', 'notes/a.md': 'a\n' };
const question = 'What do my notes say of tea?';
const stop = `ERROR: STOP. You have the result of this call already. The user asked: "${question}". Answer that now, in plain words, without calling a tool.`;

const tea = block('read', { path: 'tea.md' });
const list = (prefix: string) => block('list', { prefix });

/** A turn over the vault: what each call was told, and how it ended. Before each answer somebody else may work in the vault. */
async function turn(says: readonly string[], meanwhile: (workspace: string, round: number) => void = () => {}) {
  const script = [...says, 'That is it.'];
  let workspace = '';
  const model = scriptedModel((_, at) => {
    meanwhile(workspace, at + 1);
    return { text: script[at] ?? '' };
  });
  const vault = await openVault([], { files, model });
  workspace = vault.workspace;
  const { end, told, events } = await vault.ask(question);
  return { vault, end, told, events, stops: told.map((text) => text === stop) };
}

describe("AstraCodex' STOP", () => {
  it('keeps a note from being read twice, whatever was between and however it is named', async () => {
    verifies('astra.repeat.read-again', 'astra.repeat.stop-message');
    const { told, events } = await turn([tea, list('notes/'), tea, block('read', { path: './tea.md' })]);
    expect(told).toEqual(['tea', expect.any(String), stop, stop]);
    expect(bodies(events, 'guard-tripped').map(({ limit }) => limit)).toEqual(['loop-again', 'loop-again']);
  });

  it('lets a note be read again that has changed since, and that is there by now or gone', async () => {
    verifies('astra.repeat.changed');
    const write = block('write', { path: 'tea.md', content: 'by itself' });
    const own = await turn([tea, write, tea, tea]);
    expect(own.told.slice(2)).toEqual(['by itself', stop]);
    const others = await turn([tea, tea, tea, tea], (workspace, round) => {
      if (round === 2) writeFileSync(join(workspace, 'tea.md'), 'by another\n');
      if (round === 4) rmSync(join(workspace, 'tea.md'));
    });
    expect(others.told).toEqual(['tea', 'by another', stop, expect.stringMatching(/^ERROR: tea\.md does not exist/)]);
    const late = block('read', { path: 'late.md' });
    const made = await turn([late, late, late], (workspace, round) => {
      if (round === 3) writeFileSync(join(workspace, 'late.md'), 'late\n');
    });
    expect(made.told).toEqual([expect.stringMatching(/^ERROR: late\.md does not exist/), stop, 'late']);
  });

  it('runs no call again that was made already, until something was changed', async () => {
    verifies('astra.repeat.same-call');
    expect((await turn([list(''), list('notes/'), list(''), list('')])).stops).toEqual([false, false, true, true]);
    const append = block('append', { path: 'log.md', content: 'x\n' });
    const changed = await turn([list(''), append, list(''), append]);
    expect(changed.stops).toEqual([false, false, false, true]);
    expect(changed.vault.read('log.md')).toBe('x\n');
    expect(changed.vault.asked).toHaveLength(1);
  });

  it('asks nobody about a change that was denied, a second time', async () => {
    verifies('astra.repeat.same-call');
    const write = block('write', { path: 'tea.md', content: 'x' });
    const vault = await openVault([write, write, 'Done.'], { files, says: 'deny' });
    expect((await vault.ask(question)).told[1]).toBe(stop);
    expect(vault.asked).toHaveLength(1);
  });

  it('ends the turn after three in a row, with what was said last; a new call counts anew', async () => {
    verifies('astra.repeat.three-stops', 'astra.repeat.counter-reset');
    const again = `Once more.\n${tea}`;
    const stopped = await turn([tea, again, again, again, again]);
    expect(stopped.stops).toEqual([false, true, true, true]);
    expect(stopped.end).toMatchObject({ reason: 'answered', limit: 'loop', text: 'Once more.', rounds: 4 });
    const spared = await turn([tea, again, again, list(''), again, again]);
    expect(spared.end).toMatchObject({ reason: 'answered', text: 'That is it.' });
  });

  it('ends the turn with words where the model has said none', async () => {
    verifies('astra.repeat.words');
    const { end, events } = await turn([tea, tea, tea, tea]);
    const words = 'I stopped here: I only asked again for what I had been given already. Please ask in other words.';
    expect(end).toMatchObject({ reason: 'answered', limit: 'loop', text: words });
    expect(events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : [])).join('')).toBe(words);
  });
});

it('returns what was said last after eight turns, without an error, and never nothing', async () => {
  verifies('astra.loop.turns', 'astra.loop.limit');
  const said = await turn(Array.from({ length: 12 }, (_, at) => `Let me look at ${at}.\n${list(`${at}`)}`));
  expect(said.end).toMatchObject({ reason: 'answered', limit: 'rounds', text: 'Let me look at 7.', rounds: 8 });
  expect(said.end.message).toBeUndefined();
  const silent = await turn(Array.from({ length: 12 }, (_, at) => list(`${at}`)));
  expect(silent.end.text).toBe('I stopped here after 8 steps without an answer. Please say how to go on.');
});
