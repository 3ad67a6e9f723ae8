import { expect, it } from 'vitest';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { execFact, inputOf, netFact, pathFact } from '../rule/rule-scene.js';
import { decideWith, grantOf, offersFor } from './grant-scene.js';

const command = execFact('npm test', { known: false });
const refused = (fact: Fact): Fact => ({ ...fact, refused: true });
const host = refused(netFact('registry.example.com'));
const outside = refused(pathFact('write', '/srv/cache/a', { where: 'outside' }));
const notes = refused(pathFact('read', '/srv/notes.txt', { where: 'outside' }));
const config = refused(pathFact('write', '.git/config'));
const auto = { mode: 'auto', sandboxed: true } as const;

it('offers what was refused, and no more where the mode allows the rest', async () => {
  verifies('sandbox.refused.allowed');
  const { offers } = await offersFor(inputOf([command, host], auto));
  expect(offers.map(({ rules }) => rules)).toEqual([['net(registry.example.com)']]);
  expect((await offersFor(inputOf([command, notes], auto))).offers.map(({ rules }) => rules)).toEqual([
    ['read(/srv/notes.txt)'],
  ]);
  const asked = await offersFor(inputOf([command, host], { mode: 'ask', sandboxed: true }));
  expect(asked.offers[0]?.rules).toEqual(['exec(npm test)', 'net(registry.example.com)']);
});

it('offers nothing lasting for protected paths and changes outside', async () => {
  expect(await offersFor(inputOf([command, config], auto))).toMatchObject({
    offers: [],
    withheld: expect.stringContaining('each time'),
  });
  expect(await offersFor(inputOf([command, outside], auto))).toMatchObject({
    offers: [],
    withheld: expect.stringContaining('each time'),
  });
});

it('needs a grant for itself: that of the command does not cover it', async () => {
  verifies('sandbox.refused.allowed');
  const input = inputOf([command, host], { mode: 'ask', sandboxed: true });
  const byCommand = await decideWith(input, { grants: [grantOf(['exec(npm test)'])] });
  expect(byCommand).toMatchObject({
    verdict: 'ask',
    reasons: ['connects to registry.example.com, which the sandbox refused'],
  });
  const both = await decideWith(input, { grants: [grantOf(['exec(npm test)', 'net(registry.example.com)'])] });
  expect(both.verdict).toBe('allow');
  const rule = await decideWith(inputOf([command, outside], auto), { rules: ['allow write(/srv/cache/**)'] });
  expect(rule.verdict).toBe('allow');
  const protectedPath = await decideWith(inputOf([command, config], auto), { rules: ['allow write(.git/config)'] });
  expect(protectedPath.verdict).toBe('ask');
});
