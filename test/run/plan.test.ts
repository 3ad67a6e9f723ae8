import { expect, it } from 'vitest';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { ProcessPort } from '../../src/tool/port.js';
import { open, play, results } from '../session/open.js';

const parameters = { type: 'object' } as const;

/** Calls a tool where the sandbox gets ready in this way, and tells in what order what happened. */
async function planned(prepare: () => Promise<void>, capabilities: readonly string[], timeoutMs = 1000) {
  const order: string[] = [];
  const tool = defineTool({
    name: 'tool',
    description: 'x',
    parameters,
    effects: 'none',
    capabilities,
    plan() {
      order.push('plan');
      return { facts: [], preview: { kind: 'arguments' } };
    },
    run: () => 'ran',
  });
  const process: ProcessPort = {
    sandboxed: false,
    prepare() {
      order.push('prepare');
      return prepare().then(() => void order.push('ready'));
    },
    run: () => Promise.reject(new Error('not used here')),
    start: () => Promise.reject(new Error('not used here')),
  };
  const session = await open([{ calls: [{ name: 'tool', arguments: {} }] }, { text: 'done' }], {
    tools: [tool],
    process,
    profile: { ...toolwrightProfile, limits: { ...toolwrightProfile.limits, timeoutMs } },
  });
  const { events } = await play(session.send('go'));
  return { order, result: results(events)[0] };
}

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

it('is asked for once the sandbox is ready, of a tool that runs processes and of no other', async () => {
  const runs = await planned(soon, ['process']);
  expect(runs).toMatchObject({ order: ['prepare', 'ready', 'plan'], result: { success: true } });
  expect((await planned(soon, ['workspace'])).order).toEqual(['plan']);
});

it('is not asked for where the sandbox is never ready, or cannot be', async () => {
  const late = await planned(() => new Promise(() => {}), ['process'], 20);
  expect(late).toMatchObject({
    order: ['prepare'],
    result: {
      error_type: 'timeout',
      error_message: 'Not run: the sandbox was not ready within 20 ms. Try another way.',
    },
  });
  const broken = await planned(() => Promise.reject(new Error('no room')), ['process']);
  expect(broken).toMatchObject({
    order: ['prepare'],
    result: {
      error_type: 'internal_error',
      error_message: 'tool failed while planning: no room. This is a defect of the tool; try another way.',
    },
  });
});
