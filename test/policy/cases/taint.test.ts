import { afterAll, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { decideCase } from './decide-case.js';
import { readCases } from './read-cases.js';
import { makeFolders } from './scene.js';

const folders = makeFolders();
afterAll(() => folders.remove());
const cases = readCases('command', folders).filter(({ tags }) => tags.includes('taint'));

it('has the cases of a tainted session', () => {
  expect(cases.length).toBeGreaterThan(40);
});

it.each(cases.map((one) => [one.id, one.input['command'], one.why, one] as const))(
  'decides %s exactly: %s, %s',
  async (_id, command, _why, one) => {
    verifies('taint.policy.sends', 'taint.policy.rule', 'taint.policy.goes-on', 'taint.policy.nobody');
    const { got, reasons } = await decideCase(one, { tool: 'run_command', arguments: { command } }, folders);
    expect({ got, reasons }).toEqual({ got: one.expect, reasons: expect.any(Array) });
  },
);
