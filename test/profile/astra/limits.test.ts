import { describe, expect, it } from 'vitest';
import { astraLimits } from '../../../src/profile/astra/astra-data.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, open, play, results } from '../../session/open.js';
import { profileWith, read, reading } from '../limits-of.js';

const list = defineTool({
  name: 'list',
  description: 'lists',
  parameters: { type: 'object', properties: { prefix: { type: 'string' } } },
  effects: 'none',
  run: ({ prefix = '' }) => `under ${prefix}`,
});
const options = { tools: [read, list], profile: profileWith(astraLimits) };
const listing = (prefix: string) => ({
  text: `Let me look at ${prefix}.`,
  calls: [{ name: 'list', arguments: { prefix } }],
});

const ran = async (script: Parameters<typeof open>[0]) => {
  const session = await open([...script, { text: 'that is it' }], options);
  const { events, end } = await play(session.send('What do my notes say of tea?'));
  return { end, events, ran: results(events).map(({ success }) => success) };
};

describe("AstraCodex' STOP", () => {
  it('keeps a note from being read twice, whatever was between', async () => {
    verifies('astra.repeat.read-again', 'astra.repeat.stop-message');
    const { ran: done, events } = await ran([reading('tea.md'), listing('a'), reading('tea.md'), reading('tea.md')]);
    expect(done).toEqual([true, true, false, false]);
    expect(results(events)[2]?.error_message).toBe(
      'STOP. You have the result of this call already. The user asked: "What do my notes say of tea?". Answer that now, in plain words, without calling a tool.',
    );
    expect(bodies(events, 'guard-tripped').map(({ limit }) => limit)).toEqual(['loop-read-again', 'loop-read-again']);
  });

  it('blocks a call equal to the one just before, and lets one real retry pass', async () => {
    verifies('astra.repeat.same-call', 'astra.repeat.retry-after');
    expect((await ran([listing('a'), listing('a'), listing('a'), listing('a')])).ran).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect((await ran([listing('a'), listing('b'), listing('a')])).ran).toEqual([true, true, true]);
  });

  it('ends the loop after three in a row, with what was said last; a new call counts anew', async () => {
    verifies('astra.repeat.three-stops', 'astra.repeat.counter-reset');
    const again = { text: 'Once more.', ...reading('tea.md') };
    const stopped = await ran([reading('tea.md'), again, again, again, again]);
    expect(stopped.ran).toEqual([true, false, false, false]);
    expect(stopped.end).toMatchObject({ reason: 'answered', limit: 'loop', text: 'Once more.', rounds: 4 });
    const spared = await ran([reading('tea.md'), again, again, listing('a'), again, again]);
    expect(spared.end).toMatchObject({ reason: 'answered', text: 'that is it' });
  });
});

it('returns what was said last after eight turns, without an error', async () => {
  verifies('astra.loop.turns', 'astra.loop.limit');
  const { end } = await ran(Array.from({ length: 12 }, (_, at) => listing(`${at}`)));
  expect(end).toMatchObject({ reason: 'answered', limit: 'rounds', text: 'Let me look at 7.', rounds: 8 });
  expect(end.message).toBeUndefined();
});
