import { describe, expect, it } from 'vitest';
import { createPolicy } from '../../../src/policy/create-policy.js';
import type { Grant } from '../../../src/policy/grant/grant.js';
import { verifies } from '../../requirements.js';
import { execFact, inputOf, netFact, pathFact } from '../rule/rule-scene.js';
import { decideWith, grantOf, places } from './grant-scene.js';

const test = execFact('npm test', { known: false });
const sandboxed = { sandboxed: true } as const;
const forTest = grantOf(['exec(npm test)']);

describe('a grant', () => {
  it('lowers what the mode says, and is named', async () => {
    verifies('policy.grant.lowers-base', 'design.policy.base-lowered');
    expect(await decideWith(inputOf([test], sandboxed), { grants: [forTest] })).toEqual({
      verdict: 'allow',
      level: 'high',
      reasons: [],
      because: [
        {
          verdict: 'allow',
          source: 'grant',
          reason: 'allowed by the grant grant_1 (exec(npm test))',
          fact: 0,
          grant: 'grant_1',
        },
      ],
    });
    expect(await decideWith(inputOf([execFact('npm run x')], sandboxed), { grants: [forTest] })).toMatchObject({
      verdict: 'ask',
    });
  });

  it('is named also where a rule tells of the call', async () => {
    verifies('policy.grant.lowers-base');
    const decided = await decideWith(inputOf([test], sandboxed), { grants: [forTest], rules: ['notify exec(npm:*)'] });
    expect(decided.verdict).toBe('notify');
    expect(decided.because?.map(({ source }) => source)).toEqual(['rule', 'grant']);
    expect(decided.reasons).toHaveLength(1);
  });

  it.each([
    ['a configured ask', [test], ['exec(npm test)'], ['ask exec(npm test)'], 'ask'],
    ['a configured deny', [test], ['exec(npm test)'], ['deny exec(npm:*)'], 'deny'],
    ['an ask about the tool', [test], ['exec(npm test)'], ['ask run_command'], 'ask'],
    ['a protected path', [pathFact('write', 'package.json')], ['write(**)', 'write(./package.json)'], [], 'ask'],
    ['git settings', [pathFact('write', '.git/config')], ['write(.git/**)'], [], 'ask'],
    ['a credential', [pathFact('read', '/home/u/notes/.env')], ['read(/home/u/notes/**)'], [], 'ask'],
    ['the floor', [pathFact('write', '/home/u/.config/toolwright/config.json')], ['write(~/**)'], [], 'deny'],
    ['a forbidden fact', [{ ...test, forbidden: true }], ['exec(npm test)'], [], 'deny'],
    ['what cannot be read', [{ ...test, unread: true }], ['exec(npm test)'], [], 'ask'],
    ['what is not known', [pathFact('write', 'a', { known: false })], ['write(**)'], [], 'ask'],
    ['a redirection', [{ ...test, plain: false }], ['exec(npm test)'], [], 'ask'],
    ['another file', [pathFact('write', 'b/a.txt')], ['write(./a.txt)'], [], 'ask'],
    ['another host', [netFact('example.com')], ['net(example.org)'], [], 'ask'],
  ] as const)('does not beat %s', async (_what, facts, granted, rules, verdict) => {
    verifies('policy.grant.never-beats');
    const input = inputOf(facts, sandboxed);
    expect((await decideWith(input, { grants: [grantOf(granted)], rules })).verdict).toBe(verdict);
  });

  it('does not beat mode plan', async () => {
    verifies('policy.grant.never-beats');
    const grants = [grantOf(['exec(npm test)', 'write(src/**)'])];
    const plan = { mode: 'plan', sandboxed: true } as const;
    expect((await decideWith(inputOf([test], plan), { grants })).verdict).toBe('deny');
    expect((await decideWith(inputOf([pathFact('write', 'src/a')], plan), { grants })).verdict).toBe('deny');
  });

  it('lets no dangerous tool pass', async () => {
    verifies('policy.grant.never-beats');
    const tool = { name: 'odd', effects: 'workspace', dangerous: true, source: 'custom' } as const;
    const input = { ...inputOf([pathFact('write', 'src/a')], sandboxed), tool };
    expect((await decideWith(input, { grants: [grantOf(['write(src/**)'])] })).verdict).toBe('ask');
  });

  it('that cannot be read counts for nothing, and none of its rules does', async () => {
    verifies('policy.grant.unreadable');
    const grants = [grantOf(['exec(npm test)', 'exec(']), grantOf([''])];
    expect((await decideWith(inputOf([test], sandboxed), { grants })).verdict).toBe('ask');
  });
});

describe('where nothing confines commands', () => {
  const unconfined = grantOf(['exec(npm test)'], { unconfined: true });

  it('a grant counts only when it was given knowing that', async () => {
    verifies('policy.grant.unconfined');
    expect((await decideWith(inputOf([test]), { grants: [forTest] })).reasons).toEqual(['not sandboxed']);
    const decided = await decideWith(inputOf([test]), { grants: [unconfined] });
    expect(decided.verdict).toBe('allow');
    expect(decided.because?.map(({ grant }) => grant)).toEqual(['grant_1', 'grant_1']);
    expect((await decideWith(inputOf([test], sandboxed), { grants: [unconfined] })).verdict).toBe('allow');
  });

  it('it must cover every command of the call', async () => {
    verifies('policy.grant.unconfined');
    const facts = [test, execFact('tail -5', { proved: true })];
    expect((await decideWith(inputOf(facts), { grants: [unconfined] })).verdict).toBe('ask');
    const both = [unconfined, grantOf(['exec(tail:*)'], { id: 'grant_2', unconfined: true })];
    expect((await decideWith(inputOf(facts), { grants: both })).verdict).toBe('allow');
    const mixed = [unconfined, grantOf(['exec(tail:*)'], { id: 'grant_2' })];
    expect((await decideWith(inputOf(facts), { grants: mixed })).verdict).toBe('ask');
  });

  it('one that counts is found behind one that does not', async () => {
    verifies('policy.grant.unconfined');
    const grants = [forTest, { ...unconfined, id: 'grant_2' }];
    expect((await decideWith(inputOf([test]), { grants })).verdict).toBe('allow');
  });

  it('none counts in mode auto, and no configured rule does', async () => {
    verifies('policy.grant.unconfined');
    const auto = inputOf([test], { mode: 'auto' });
    expect((await decideWith(auto, { grants: [unconfined] })).verdict).toBe('deny');
    expect((await decideWith(inputOf([test]), { rules: ['allow exec(npm test)'] })).verdict).toBe('ask');
  });
});

it('follows the list as it changes', async () => {
  let list: readonly Grant[] = [];
  const policy = createPolicy({ places, grants: { inForce: () => list } });
  const verdict = async () => (await policy.decide(inputOf([test], sandboxed))).verdict;
  expect(await verdict()).toBe('ask');
  list = [forTest];
  expect(await verdict()).toBe('allow');
  list = [];
  expect(await verdict()).toBe('ask');
});
