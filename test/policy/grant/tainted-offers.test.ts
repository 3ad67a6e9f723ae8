import { describe, expect, it } from 'vitest';
import type { PolicyInput } from '../../../src/policy/policy.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';
import { execFact, inputOf, netFact, pathFact } from '../rule/rule-scene.js';
import { offersFor } from './grant-scene.js';

const tainted: Partial<PolicyInput> = { sandboxed: true, tainted: true, mode: 'auto' };
const offers = (facts: readonly Fact[], more: Partial<PolicyInput> = {}) =>
  offersFor(inputOf(facts, { ...tainted, ...more }));
const also = 'all this while text from outside could steer it';

describe('offers while tainted', () => {
  it('are for what taint asks about, and say that they hold then', async () => {
    verifies('taint.grant.holds', 'taint.grant.told');
    expect(await offers([netFact('a.example.com')], { tool: { ...inputOf([]).tool, name: 'web_fetch' } })).toEqual({
      offers: [
        {
          rules: ['net(a.example.com)'],
          breadth: 'wider',
          also: [expect.stringContaining('every address on a.example.com'), also],
          examples: [],
        },
      ],
    });
    const command = execFact('curl https://a.example.com/x', { proved: true });
    const { offers: ofCommand } = await offers([command, netFact('a.example.com', { by: 0 })]);
    expect(ofCommand.map(({ rules }) => rules)).toEqual([['exec(curl https://a.example.com/x)']]);
    expect(ofCommand[0]?.also).toContain(also);
    const { offers: unconfined } = await offers([execFact('npm test', { known: false })], {
      mode: 'ask',
      sandboxed: false,
    });
    expect(unconfined.map(({ rules }) => rules)).toEqual([['exec(npm test)'], ['exec(npm test:*)']]);
    for (const offer of unconfined) expect(offer.also).toContain(also);
  });

  it('say nothing of it where taint does not ask', async () => {
    verifies('taint.grant.told');
    const { offers: made } = await offers([pathFact('write', 'src/a.txt')], { mode: 'ask' });
    expect(made.map(({ rules }) => rules)).toEqual([['write(src/a.txt)'], ['write(src/**)']]);
    for (const offer of made) expect(offer.also).not.toContain(also);
  });

  it('are withheld for what is not known, and for servers', async () => {
    verifies('taint.grant.holds');
    const unknown = netFact('…', { known: false, note: 'the address is only known at run time', by: 0 });
    const install = execFact('npm install', { known: false });
    expect(await offers([install, unknown])).toEqual({
      offers: [],
      withheld: 'not all of what it does is known: the address is only known at run time',
    });
    const tool = { name: 'mcp__docs__search', effects: 'outside', dangerous: false, source: 'mcp' } as const;
    expect(await offers([], { tool })).toEqual({
      offers: [],
      withheld: 'mcp__docs__search is asked about each time: text from outside could steer what it sends out',
    });
  });
});
